import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { unchanged } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { User } from '../user.js'
import { USERS_KEY } from './user-queries.js'

export type CreateUser = components['schemas']['CreateUser']
export type UpdateUser = components['schemas']['UpdateUser']

const at = (id: number) => ({ params: { path: { id } } })

/** Writes about users; each answers what the API said, or fails with its words. */
export const changes = {
  create: async (body: CreateUser) => (await unwrap(api.POST('/api/v1/users', { body }))).data,
  /** Of the state that was read: somebody else's change in between is not written over. */
  update: async ({ user, body }: { user: User; body: UpdateUser }) => {
    const params = { path: { id: user.id }, header: unchanged(user) }
    return (await unwrap(api.PUT('/api/v1/users/{id}', { params, body }))).data
  },
  remove: async (id: number) => (await unwrap(api.DELETE('/api/v1/users/{id}', at(id)))).data,
  restore: async (id: number) => (await unwrap(api.PUT('/api/v1/users/{id}/restore', at(id)))).data,
  destroy: async ({ id, email }: { id: number; email: string }) =>
    (await unwrap(api.DELETE('/api/v1/users/{id}/force-destroy', { ...at(id), body: { email } }))).data,
  assignRole: async ({ id, role }: { id: number; role: string }) =>
    (await unwrap(api.POST('/api/v1/users/{id}/assignRole', { ...at(id), body: { role_name: role } }))).data,
  give: async ({ id, permission }: { id: number; permission: string }) => {
    const body = { permissions: [permission as components['schemas']['GivePermission']['permissions'][number]] }
    return (await unwrap(api.POST('/api/v1/users/{id}/givePermission', { ...at(id), body }))).data
  },
  takeBack: async ({ id, permission }: { id: number; permission: string }) => {
    const params = { path: { id, permission } }
    return (await unwrap(api.DELETE('/api/v1/users/{id}/permissions/{permission}', { params }))).data
  },
  attachDevice: async ({ id, deviceId }: { id: number; deviceId: number }) =>
    (await unwrap(api.POST('/api/v1/users/{id}/attachDevice', { ...at(id), body: { device_id: deviceId } }))).data,
  detachDevice: async ({ id, deviceId }: { id: number; deviceId: number }) =>
    (await unwrap(api.DELETE('/api/v1/users/{id}/devices/{deviceId}', { params: { path: { id, deviceId } } }))).data,
  temporaryPassword: async (id: number) => (await unwrap(api.PUT('/api/v1/users/{id}/temporary-password', at(id)))).data,
  resetSecondStep: async (id: number) => {
    await unwrap(api.DELETE('/api/v1/users/{id}/second-factor', at(id)))
  },
  invite: async (id: number) => (await unwrap(api.POST('/api/v1/users/{id}/invitation', at(id)))).data,
  resetLink: async (id: number) => (await unwrap(api.POST('/api/v1/users/{id}/reset-link', at(id)))).data,
  mailResetLink: async (id: number) => (await unwrap(api.POST('/api/v1/users/{id}/reset-link/mail', at(id)))).data,
}

/** Reads again whatever a change of users makes old, their history included. */
export function useUsersChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all([USERS_KEY, 'audit', 'roles'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
}

/** One of the {@link changes}; what it makes old is read again. */
export function useUserChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const changed = useUsersChanged()
  return useMutation({ mutationFn: change, onSuccess: () => void changed() })
}
