import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rolesQuery } from '../../../lib/roles/roles-query.js'
import { ListTable } from '../../../table/index.js'
import { useBulkUsers } from '../use-bulk-users.js'
import { type Asked, useUserActions } from '../use-user-actions.js'
import { users, usersIn } from '../user-list.js'
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

/**
 * Lists the users in the businesses that the signed-in user manages. They can be viewed, invited, changed, deleted and
 * restored, one by one or many together.
 */
export function UsersScreen({ view, address, history }: UsersScreenProps) {
  const { t } = useTranslation('users')
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<Secret>()
  const { data: roles } = useQuery(rolesQuery)
  const filters = useMemo(() => {
    const choices = (roles ?? []).map(({ key, name }) => ({ value: key, label: name }))
    return { role: { key: 'role_key', choices: () => choices }, ...users.filters }
  }, [roles])
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
      <ListTable
        key={view}
        {...users}
        source={usersIn(view)}
        filters={filters}
        nothing={{ title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
        onOpen={({ id }) => address.open(id)}
        openId={form ? undefined : address.openId}
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
