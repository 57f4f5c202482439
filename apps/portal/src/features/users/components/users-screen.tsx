import { Users } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.js'
import { DataTable, type Sort } from '../../../table/index.js'
import { userList } from '../queries/user-queries.js'
import { useBulkUsers } from '../use-bulk-users.js'
import { type Asked, useUserActions } from '../use-user-actions.js'
import { useUserColumns, useUserFilters } from '../use-user-columns.js'
import type { UsersAddress } from '../use-users-address.js'
import type { User, UserView } from '../user.js'
import { AskedDialog } from './asked-dialog.js'
import { type Secret, SecretDialog } from './secret-dialog.js'
import { UserFormDrawer } from './user-form-drawer.js'
import { UserPanel } from './user-panel.js'

export interface UsersScreenProps {
  view: UserView
  address: UsersAddress
  history: (id: number) => ReactNode
}

const BY_NAME: Sort = { by: 'name', direction: 'asc' }

/** The people of the scope: found, looked at, invited, changed, deleted and restored, one by one or many at once. */
export function UsersScreen({ view, address, history }: UsersScreenProps) {
  const { t } = useTranslation(['users', 'screens'])
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<Secret>()
  const { timeZone } = useFormat()
  const source = useMemo(() => userList(view, timeZone), [view, timeZone])
  const columns = useUserColumns()
  const filters = useUserFilters()
  const bulkActions = useBulkUsers(view)
  const actionsOf = useUserActions({
    onOpen: ({ id }) => address.open(id),
    onEdit: ({ id }) => address.edit(id),
    onAsk: setAsked,
    onSecret: setSecret,
  })
  const restore = (user: User) => setAsked({ what: 'restore', user })
  const { form } = address
  return (
    <>
      <DataTable<User>
        key={view}
        name="users"
        label={t('screens:users.title')}
        source={source}
        columns={columns}
        filters={filters}
        sort={BY_NAME}
        searchLabel={t('search')}
        nothingYet={{ icon: Users, title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
        onOpen={({ id }) => address.open(id)}
        actionsOf={actionsOf}
        bulkActions={bulkActions}
      />
      <UserPanel
        id={form ? undefined : address.openId}
        tab={address.tab}
        onTab={address.setTab}
        onClose={address.close}
        actionsOf={(user) => actionsOf(user).slice(1)}
        history={history}
      />
      {form && (
        <UserFormDrawer key={form.id ?? 'new'} {...form} onSecret={setSecret} onRestore={restore} onClose={address.closeForm} />
      )}
      {asked && (
        <AskedDialog
          asked={asked}
          onSecret={setSecret}
          onClose={(isGone) => {
            setAsked(undefined)
            if (isGone) address.close()
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
