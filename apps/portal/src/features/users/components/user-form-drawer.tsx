import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { userQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'
import type { Secret } from './secret-dialog.js'
import { UserFormFields } from './user-form-fields.js'

interface UserFormDrawerProps {
  /** User to change. Absent for a new user. */
  id?: number
  /** Business of a new user, if known. */
  businessId?: number
  onSecret: (secret: Secret) => void
  onRestore: (user: User) => void
  onClose: () => void
}

/** Drawer with the form of a user: role, business, person, password (R-169, D.14). */
export function UserFormDrawer({ id, onClose, ...fields }: UserFormDrawerProps) {
  const { t } = useTranslation('users')
  const { accounts } = useRuntimeConfig()
  const query = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const words =
    id === undefined
      ? {
          title: t('form.newTitle'),
          label: t('form.create'),
          subtitle: accounts.are_made ? t('form.newText') : t('form.newTextElsewhere'),
        }
      : { title: t('form.editTitle', { name: query.data?.name ?? '' }), subtitle: query.data?.email, label: t('form.save') }
  return (
    <FormDrawer {...words} query={id === undefined ? undefined : query} gone={{ title: t('panel.gone') }} onClose={onClose}>
      {(drawer, user) => <UserFormFields {...drawer} {...fields} user={user} onDone={onClose} />}
    </FormDrawer>
  )
}
