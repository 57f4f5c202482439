import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useRefuse } from '../../components/use-refuse.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import type { Secret } from './components/secret-dialog.js'
import { changes, useUsersChanged } from './queries/user-changes.js'
import { userQuery } from './queries/user-queries.js'
import { toCreate, toForm, toUpdate, type UserForm } from './user-form.js'
import type { User } from './user.js'
import { useReason } from '../../lib/api/use-reason.js'

/** Creates or changes a user. Validation errors are shown at their fields. @returns true if the user was saved */
export function useSaveUser(form: UseFormReturn<UserForm>, user: User | undefined, onSecret: (secret: Secret) => void) {
  const { t } = useTranslation(['users', 'errors'])
  const reasonOf = useReason()
  const notify = useNotify()
  const { accounts } = useRuntimeConfig()
  const changed = useUsersChanged()

  const queries = useQueryClient()
  const refuse = useRefuse(form, {
    ...(user && {
      reread: async () => toForm((await queries.fetchQuery({ ...userQuery(user.id), staleTime: 0 })) ?? user),
      otherwise: (error: unknown) => notify.error(t('failed.update', { reason: reasonOf(error) })),
    }),
  })

  return async (values: UserForm): Promise<boolean> => {
    try {
      if (user) {
        await changes.update({ user, body: toUpdate(values) })
        notify.success(t('errors:success', { subject: t('subject'), done: t('errors:done.updated') }))
      } else {
        const made = await changes.create(toCreate(values, accounts.are_made, accounts.are_mailed))
        const isMailed = made.invitation_job !== null
        notify.success(t('done.created', { name: made.name }))
        const { name, email, temporary_password: value, temporary_password_expires_at: expiresAt } = made
        if (made.account !== 'elsewhere' || isMailed) onSecret({ kind: 'password', name, email, isMailed, value, expiresAt })
      }
    } catch (error) {
      await refuse(error)
      return false
    }
    void changed()
    return true
  }
}
