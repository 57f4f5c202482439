import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { counted } from '../../lib/format/numbers.js'
import { rolesQuery, SUPER_ADMIN } from '../../lib/roles/roles-query.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { useSession } from '../../lib/session/session.js'
import { type BulkAction, bulkRequest } from '../../table/index.js'
import { useUsersChanged } from './queries/user-changes.js'
import type { User, UserView } from './user.js'

/** Returns the actions that apply to many users together. The result is reported for each user. */
export function useBulkUsers(view: UserView): readonly BulkAction<User>[] {
  const { t } = useTranslation(['users', 'common'])
  const { user: self } = useSession()
  const { data: roles } = useQuery(rolesQuery)
  const changed = useUsersChanged()
  const [cannotUpdate, cannotDelete] = [useMissingRight('update:user'), useMissingRight('delete:user')]
  const setDeleted = (action: 'delete' | 'restore') =>
    bulkRequest<User>({
      send: (ids, key) => unwrap(api.POST('/api/v1/users/bulk', { params: { header: once(key) }, body: { action, ids } })),
      takeBack: (id, key) => unwrap(api.POST('/api/v1/users/bulk/{id}/undo', { params: { path: { id }, header: once(key) } })),
      onChanged: changed,
    })
  const setRole = bulkRequest<User>({
    send: (ids, key, role = '') =>
      unwrap(api.POST('/api/v1/users/bulk-role', { params: { header: once(key) }, body: { ids, role_name: role } })),
    takeBack: (id, key) => unwrap(api.POST('/api/v1/users/bulk-role/{id}/undo', { params: { path: { id }, header: once(key) } })),
    onChanged: changed,
  })
  const refusalOf = ({ id }: User) => (id === self.id ? t('ownAccount') : undefined)
  if (view === 'deleted') {
    return [
      {
        key: 'restore',
        label: t('actions.restore'),
        icon: RotateCcw,
        disabledBecause: cannotDelete,
        effectOn: (count) => t('bulk.restore', counted(count)),
        ...setDeleted('restore'),
      },
    ]
  }
  return [
    {
      key: 'role',
      label: t('actions.role'),
      icon: UserCog,
      disabledBecause: cannotUpdate,
      effectOn: (count) => t('bulk.role', counted(count)),
      refusalOf,
      choice: {
        label: t('fields.role'),
        options: (roles ?? [])
          .filter(({ key }) => key !== SUPER_ADMIN)
          .map(({ key, name, missing_permission: permission }) => ({
            value: key,
            label: name,
            disabledBecause: permission ? t('common:missingRight', { permission }) : undefined,
          })),
      },
      ...setRole,
    },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: cannotDelete,
      effectOn: (count) => t('bulk.delete', counted(count)),
      refusalOf,
      ...setDeleted('delete'),
    },
  ]
}
