import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { isLanguageKey } from '../../../i18n/languages.js'
import { useSession } from '../../../lib/session/session.js'
import { userQuery } from '../queries/user-queries.js'
import { generateTemporaryPassword } from '../temporary-password.js'
import { emptyForm, toForm } from '../user-form.js'
import type { User } from '../user.js'
import type { Secret } from './secret-dialog.js'
import { UserFormFields } from './user-form-fields.js'

interface UserFormDrawerProps {
  /** Whom to change; a new one when absent. */
  id?: number
  /** Of a new one, where it is known already. */
  businessId?: number
  onSecret: (secret: Secret) => void
  onRestore: (user: User) => void
  onClose: () => void
}

/** The form of a user from the right: role, business, person, password (R-169, D.14). */
export function UserFormDrawer({ id, businessId, onSecret, onRestore, onClose }: UserFormDrawerProps) {
  const { t, i18n } = useTranslation('users')
  const formId = useId()
  const { user: self } = useSession()
  const { accounts } = useRuntimeConfig()
  const [isSaving, setIsSaving] = useState(false)
  const query = useQuery({ ...userQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const user = query.data ?? undefined
  const [fresh] = useState(() =>
    emptyForm(
      businessId ?? self.business_id,
      isLanguageKey(i18n.language) ? i18n.language : 'en',
      accounts.are_made ? generateTemporaryPassword() : '',
    ),
  )
  const isReady = id === undefined || (user !== undefined && query.isFetchedAfterMount)
  return (
    <SideDrawer
      isOpen
      title={id === undefined ? t('form.newTitle') : t('form.editTitle', { name: user?.name ?? '' })}
      subtitle={id === undefined ? (accounts.are_made ? t('form.newText') : t('form.newTextElsewhere')) : user?.email}
      onClose={onClose}
      act={{
        label: id === undefined ? t('form.create') : t('form.save'),
        formId,
        isPending: isSaving,
        isDisabled: !isReady,
      }}
    >
      {query.error && !user && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {!isReady && !query.error && <Skeleton height={320} />}
      {isReady && (
        <UserFormFields
          formId={formId}
          user={user}
          values={user ? toForm(user) : fresh}
          onSaving={setIsSaving}
          onSecret={onSecret}
          onRestore={onRestore}
          onDone={onClose}
        />
      )}
    </SideDrawer>
  )
}
