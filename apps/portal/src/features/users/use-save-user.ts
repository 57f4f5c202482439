import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { ApiError } from '../../lib/api/api-error.js'
import type { Secret } from './components/secret-dialog.js'
import { changes, useUsersChanged } from './queries/user-changes.js'
import { toCreate, toUpdate, type UserForm } from './user-form.js'
import type { User } from './user.js'
import { useReason } from './use-reason.js'

const CHANGED_SINCE = 412

/** Creates or changes a user; what the API refuses stands at its field. @returns whether it was saved */
export function useSaveUser(form: UseFormReturn<UserForm>, user: User | undefined, onSecret: (secret: Secret) => void) {
  const { t } = useTranslation(['users', 'errors'])
  const reasonOf = useReason()
  const notify = useNotify()
  const { accounts } = useRuntimeConfig()
  const changed = useUsersChanged()

  const refuse = (error: unknown) => {
    const refused = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
    const known = refused.filter(([name]) => name in form.getValues())
    for (const [name, [message]] of known) form.setError(name as keyof UserForm, { message }, { shouldFocus: true })
    if (known.length > 0) return
    if (error instanceof ApiError && error.status === CHANGED_SINCE) notify.error(t('form.changedSince'))
    else if (user) notify.error(t('failed.update', { reason: reasonOf(error) }))
    else notify.failure(error)
  }

  return async (values: UserForm): Promise<boolean> => {
    try {
      if (user) {
        await changes.update({ user, body: toUpdate(values) })
        notify.success(t('errors:success', { subject: t('subject'), done: t('errors:done.updated') }))
      } else {
        const made = await changes.create(toCreate(values, accounts.are_made, accounts.are_mailed))
        const isMailed = made.invitation_job !== null
        notify.success(t('done.created', { name: made.name }))
        if (made.account !== 'elsewhere' || isMailed) {
          onSecret({
            ...{ kind: 'password', name: made.name, email: made.email, isMailed },
            ...{ value: made.temporary_password, expiresAt: made.temporary_password_expires_at },
          })
        }
      }
    } catch (error) {
      refuse(error)
      return false
    }
    void changed()
    return true
  }
}
