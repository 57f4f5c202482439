import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import { ROLES_KEY } from '../../lib/roles/roles-query.js'
import type { RoleChange } from './role-draft.js'

type Permissions = components['schemas']['UpdateRole']['permissions']

/** Saves one role after the other; what was saved before a failure stays, and is read again. */
export function useUpdateRoles() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (changes: readonly RoleChange[]) => {
      for (const { role, wanted } of changes) {
        const params = { path: { id: role.id } }
        await unwrap(api.PUT('/api/v1/roles/{id}', { params, body: { permissions: wanted as Permissions } }))
      }
    },
    onSettled: () => Promise.all([ROLES_KEY, ['users'], ['audit']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
