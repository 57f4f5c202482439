import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format/numbers.js'
import { rolesQuery, SUPER_ADMIN } from '../../lib/roles/roles-query.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { useSession } from '../../lib/session/session.js'
import type { BulkAction, RowResult } from '../../table/index.js'
import { changes, useUsersChanged } from './queries/user-changes.js'
import type { User, UserView } from './user.js'
import { useReason } from './use-reason.js'

/** What can be done to many users at once, each with a result of its own. */
export function useBulkUsers(view: UserView): readonly BulkAction<User>[] {
  const { t } = useTranslation(['users', 'common'])
  const reasonOf = useReason()
  const { user: self } = useSession()
  const { data: roles } = useQuery(rolesQuery)
  const changed = useUsersChanged()
  const [cannotUpdate, cannotDelete] = [useMissingRight('update:user'), useMissingRight('delete:user')]
  /** One after the other: what changes rights waits for one another at the server anyhow. */
  const each = async (rows: readonly User[], change: (user: User) => Promise<unknown>): Promise<RowResult<User>[]> => {
    const results: RowResult<User>[] = []
    for (const row of rows) {
      try {
        await change(row)
        results.push({ row })
      } catch (error) {
        results.push({ row, refusedBecause: reasonOf(error) })
      }
    }
    void changed()
    return results
  }
  const counted = (count: number) => ({ count, shown: formatCount(count) })
  const refusalOf = ({ id }: User) => (id === self.id ? t('ownAccount') : undefined)
  const remove = ({ id }: User) => changes.remove(id)
  const restore = ({ id }: User) => changes.restore(id)
  if (view === 'deleted') {
    return [
      {
        key: 'restore',
        label: t('actions.restore'),
        icon: RotateCcw,
        disabledBecause: cannotDelete,
        effectOn: (count) => t('bulk.restore', counted(count)),
        run: (rows) => each(rows, restore),
        undo: async (rows) => void (await each(rows, remove)),
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
      run: (rows, role = '') => each(rows, ({ id }) => changes.assignRole({ id, role })),
    },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: cannotDelete,
      effectOn: (count) => t('bulk.delete', counted(count)),
      refusalOf,
      run: (rows) => each(rows, remove),
      undo: async (rows) => void (await each(rows, restore)),
    },
  ]
}
