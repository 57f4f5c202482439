import { useScreenAddress } from '../../lib/screen-address.js'
import { PANEL_TABS } from './components/user-panel.js'
import { USER_VIEWS } from './user.js'

export type UsersAddress = ReturnType<typeof useUsersAddress>

/** What the address says of the users screen: one of the views of the list, or the matrix of roles. */
export function useUsersAddress() {
  const address = useScreenAddress({ row: 'user', views: [...USER_VIEWS, 'roles'], tabs: PANEL_TABS, begins: ['business'] })
  const { form, view } = address
  return {
    ...address,
    /** A new user may be of a business that is known already. */
    form: form && { ...form, ...(form.id === undefined && { businessId: address.id('business') }) },
    // the matrix of roles has no room for it
    create: () => address.create(view === 'roles' ? { view: undefined } : {}),
  }
}
