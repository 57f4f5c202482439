import { useSearchParams } from 'react-router'
import { ENTITY_VIEWS, type EntityView } from './entity.js'

const CREATE = 'create:entity'
const EDIT = 'edit:entity'

const idOf = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export interface EntitiesAddress {
  view: EntityView
  setView: (view: EntityView) => void
  /** Whose panel is open. */
  openId: number | undefined
  open: (id: number) => void
  close: () => void
  /** The form that is open: of this vehicle, or of a new one. */
  form: { id?: number } | undefined
  create: () => void
  edit: (id: number) => void
  closeForm: () => void
}

/** What the address says of the list of vehicles: view, open panel, open form. Links and Back work by it. */
export function useEntitiesAddress(): EntitiesAddress {
  const [address, setAddress] = useSearchParams()
  const change = (values: Record<string, string | undefined>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next)
  }
  const view = address.get('view')
  const dialog = address.get('dialog')
  const openId = idOf(address.get('entity'))
  return {
    view: ENTITY_VIEWS.find((one) => one === view) ?? 'all',
    setView: (next) => setAddress(next === 'all' ? {} : { view: next }),
    openId,
    open: (id) => change({ entity: String(id), dialog: undefined }),
    close: () => change({ entity: undefined, dialog: undefined }),
    form: dialog === CREATE ? {} : dialog === EDIT && openId !== undefined ? { id: openId } : undefined,
    create: () => change({ dialog: CREATE, entity: undefined }),
    edit: (id) => change({ dialog: EDIT, entity: String(id) }),
    closeForm: () => change({ dialog: undefined }),
  }
}
