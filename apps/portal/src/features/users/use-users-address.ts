import { useScreenAddress } from '../../lib/screen-address.js'
import { PANEL_TABS } from './components/user-panel.js'
import { USER_VIEWS } from './user.js'

export type UsersAddress = ReturnType<typeof useUsersAddress>

/** Reads the state of the users screen from the URL: a view of the list, or the role matrix. */
export function useUsersAddress() {
  const address = useScreenAddress({ row: 'user', views: [...USER_VIEWS, 'roles'], tabs: PANEL_TABS, begins: ['business'] })
  const { form, view } = address
  return {
    ...address,
    /** The business of a new user may already be known. */
    form: form && { ...form, ...(form.id === undefined && { businessId: address.id('business') }) },
    // The form opens beside the list, because the role matrix has no room for it.
    create: () => address.create(view === 'roles' ? { view: undefined } : {}),
  }
}
