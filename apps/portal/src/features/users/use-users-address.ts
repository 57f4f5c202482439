import { useSearchParams } from 'react-router'
import { PANEL_TABS, type PanelTab } from './components/user-panel.js'
import { USER_VIEWS, type UserView } from './user.js'

const CREATE = 'create:user'
const EDIT = 'edit:user'

export interface UsersAddress {
  /** One of the views of the list, or the matrix of roles. */
  view: UserView | 'roles'
  setView: (view: UserView | 'roles') => void
  openId: number | undefined
  open: (id: number) => void
  close: () => void
  tab: PanelTab
  setTab: (tab: PanelTab) => void
  /** The form that is open: of this user, or of a new one, perhaps of a business. */
  form: { id?: number; businessId?: number } | undefined
  create: () => void
  edit: (id: number) => void
  closeForm: () => void
}

const idOf = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** What the address says of the users screen (G-08): view, open user and tab, open form. Links and Back work by it. */
export function useUsersAddress(): UsersAddress {
  const [address, setAddress] = useSearchParams()
  const change = (values: Record<string, string | undefined>, replace = false) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace })
  }
  const view = address.get('view')
  const tab = address.get('tab')
  const dialog = address.get('dialog')
  const openId = idOf(address.get('user'))
  const forms = { [CREATE]: { businessId: idOf(address.get('business')) }, [EDIT]: openId && { id: openId } }
  return {
    view: view === 'roles' ? 'roles' : (USER_VIEWS.find((one) => one === view) ?? 'active'),
    setView: (next) => setAddress(next === 'active' ? {} : { view: next }),
    openId,
    open: (id) => change({ user: String(id), tab: undefined, dialog: undefined }),
    close: () => change({ user: undefined, tab: undefined, dialog: undefined }),
    tab: PANEL_TABS.find((one) => one === tab) ?? 'details',
    setTab: (next) => change({ tab: next === 'details' ? undefined : next }, true),
    form: (dialog === CREATE || dialog === EDIT ? forms[dialog] : undefined) || undefined,
    // the matrix of roles has no room for it
    create: () => change({ dialog: CREATE, user: undefined, tab: undefined, ...(view === 'roles' && { view: undefined }) }),
    edit: (id) => change({ dialog: EDIT, user: String(id) }),
    closeForm: () => change({ dialog: undefined, business: undefined }),
  }
}
