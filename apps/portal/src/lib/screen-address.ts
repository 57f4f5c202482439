import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

type Values = Readonly<Record<string, string | number | undefined>>

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

const written = (address: URLSearchParams, values: Values): URLSearchParams => {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Returns a query string with only these values. */
export const searchOf = (values: Values): string => `?${written(new URLSearchParams(), values).toString()}`

/** Adds values to the query string of a path. The path need not have a query string yet. */
export function withWords(path: string, values: Values): string {
  const [before = '', query = ''] = path.split('?')
  const words = written(new URLSearchParams(query), values).toString()
  return words === '' ? before : `${before}?${words}`
}

/** Reads and changes values in the URL, so that links and Back work. An empty value is removed from the URL. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  return useMemo(
    () => ({
      /** Returns the raw value of a name. */
      text: (name: string): string | undefined => address.get(name) ?? undefined,
      id: (name: string): number | undefined => idOf(address.get(name)),
      /** Returns the value if it is one of these words, otherwise the first word. */
      oneOf: <const Words extends readonly string[]>(name: string, words: Words): Words[number] =>
        words.find((word) => word === address.get(name)) ?? (words[0] as Words[number]),
      /** Changes these values. With `replace` it adds no history entry. */
      change: (values: Values, replace = false) => setAddress((before) => written(before, values), { replace }),
      /** Replaces all values by these. */
      goTo: (values: Values, replace = false) => setAddress(written(new URLSearchParams(), values), { replace }),
    }),
    [address, setAddress],
  )
}

/** Manages the panel of one row by a value in the URL: `?token=5`. */
export function useOpenRow(row: string) {
  const { id, change } = useAddress()
  return {
    openId: id(row),
    open: (next: number) => change({ [row]: next }, id(row) !== undefined),
    close: () => change({ [row]: undefined }),
  }
}

interface ScreenWords<View extends string, Tab extends string, Dialog extends string> {
  /** Name of the row's kind, for its panel and its form: `?user=7&dialog=edit:user`. */
  row: string
  /** Views of the list, and tabs of the panel. The first view or tab is not written to the URL. */
  views: readonly [View, ...View[]]
  tabs?: readonly Tab[]
  /** Dialogs of the screen, in addition to the form. */
  dialogs?: readonly Dialog[]
  /** Names of initial values for a new row in the URL. */
  begins?: readonly string[]
}

/** Manages the URL of a screen with a list (G-08): its view, the open row and tab, the open form or dialog. */
export function useScreenAddress<View extends string, Tab extends string = never, Dialog extends string = never>({
  row,
  views,
  tabs = [],
  dialogs = [],
  begins = [],
}: ScreenWords<View, Tab, Dialog>) {
  const address = useAddress()
  const { change } = address
  const openId = address.id(row)
  const said = address.text('dialog')
  const isEditing = said === `edit:${row}` && openId !== undefined
  const form: { id?: number } | undefined = said === `create:${row}` ? {} : isEditing ? { id: openId } : undefined
  const nothing = Object.fromEntries(begins.map((name) => [name, undefined]))
  return {
    ...address,
    view: address.oneOf('view', views),
    setView: (view: View) => address.goTo({ view: view === views[0] ? undefined : view }),
    openId,
    /** Opens a row. If another row was open, keeps the tab and adds no history entry. */
    open: (id: number) =>
      change({ [row]: id, dialog: undefined, ...(openId === undefined && { tab: undefined }) }, openId !== undefined),
    close: () => change({ [row]: undefined, tab: undefined, dialog: undefined }),
    tab: address.oneOf<readonly Tab[]>('tab', tabs),
    setTab: (tab: Tab) => change({ tab: tab === tabs[0] ? undefined : tab }, true),
    /** The open form, for this row or for a new row. */
    form,
    create: (values: Values = {}) => change({ dialog: `create:${row}`, [row]: undefined, tab: undefined, ...values }),
    edit: (id: number) => change({ dialog: `edit:${row}`, [row]: id }),
    dialog: dialogs.find((one) => one === said),
    show: (dialog: Dialog) => change({ dialog }),
    /** Closes the form or the dialog. */
    closeForm: () => change({ dialog: undefined, ...nothing }),
  }
}
