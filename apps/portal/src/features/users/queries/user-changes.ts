import { useTranslation } from 'react-i18next'
import { type ChangeCallbacks, useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { unchanged } from '../../../lib/api/headers.js'
import { useReason } from '../../../lib/api/use-reason.js'
import type { components } from '../../../lib/api/schema.js'
import type { User } from '../user.js'
import { USERS_KEY } from './user-queries.js'

export type CreateUser = components['schemas']['CreateUser']
export type UpdateUser = components['schemas']['UpdateUser']

const at = (id: number) => ({ params: { path: { id } } })

/** Writes for users. Each resolves to the API's response, or fails with its message. */
export const changes = {
  create: (body: CreateUser) => dataOf(api.POST('/api/v1/users', { body })),
  /** Fails if the user has changed since they were read, so that another user's change is not overwritten. */
  update: ({ user, body }: { user: User; body: UpdateUser }) => {
    const params = { path: { id: user.id }, header: unchanged(user) }
    return dataOf(api.PUT('/api/v1/users/{id}', { params, body }))
  },
  remove: (id: number) => dataOf(api.DELETE('/api/v1/users/{id}', at(id))),
  restore: (id: number) => dataOf(api.PUT('/api/v1/users/{id}/restore', at(id))),
  destroy: ({ id, email }: { id: number; email: string }) =>
    dataOf(api.DELETE('/api/v1/users/{id}/force-destroy', { ...at(id), body: { email } })),
  assignRole: ({ id, role }: { id: number; role: string }) =>
    dataOf(api.POST('/api/v1/users/{id}/assignRole', { ...at(id), body: { role_name: role } })),
  give: ({ id, permission }: { id: number; permission: string }) => {
    const body = { permissions: [permission as components['schemas']['GivePermission']['permissions'][number]] }
    return dataOf(api.POST('/api/v1/users/{id}/givePermission', { ...at(id), body }))
  },
  takeBack: ({ id, permission }: { id: number; permission: string }) => {
    const params = { path: { id, permission } }
    return dataOf(api.DELETE('/api/v1/users/{id}/permissions/{permission}', { params }))
  },
  attachDevice: ({ id, deviceId }: { id: number; deviceId: number }) =>
    dataOf(api.POST('/api/v1/users/{id}/attachDevice', { ...at(id), body: { device_id: deviceId } })),
  detachDevice: ({ id, deviceId }: { id: number; deviceId: number }) =>
    dataOf(api.DELETE('/api/v1/users/{id}/devices/{deviceId}', { params: { path: { id, deviceId } } })),
  temporaryPassword: (id: number) => dataOf(api.PUT('/api/v1/users/{id}/temporary-password', at(id))),
  resetSecondStep: (id: number) => unwrap(api.DELETE('/api/v1/users/{id}/second-factor', at(id))),
  invite: (id: number) => dataOf(api.POST('/api/v1/users/{id}/invitation', at(id))),
  resetLink: (id: number) => dataOf(api.POST('/api/v1/users/{id}/reset-link', at(id))),
  mailResetLink: (id: number) => dataOf(api.POST('/api/v1/users/{id}/reset-link/mail', at(id))),
}

/** Reads again all data that depends on users, including audit history. */
export const useUsersChanged = () => useReread(USERS_KEY, 'audit', 'roles')

/** Runs one of the {@link changes}, then reads again all data that depends on users. */
export function useUserChange<Wanted, Answer>(
  change: (wanted: Wanted) => Promise<Answer>,
  told?: ChangeCallbacks<Wanted, Answer>,
) {
  const { t } = useTranslation('users')
  const notify = useNotify()
  const reasonOf = useReason()
  const failed = (error: unknown) => notify.error(t('failed.update', { reason: reasonOf(error) }))
  return useChange(change, useUsersChanged(), told && { failed, ...told })
}
