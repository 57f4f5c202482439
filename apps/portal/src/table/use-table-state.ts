import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readStored, store } from './stored-choice.js'
import { readTableAddress, shownAtFirst, writeTableAddress } from './table-address.js'
import type { TableDefinition, TableState } from './table-definition.js'

export type ChangeTable = (change: Partial<TableState>) => void

/**
 * Returns the list's state from the URL and a function that changes it. A change of the filters, the search or the order
 * returns to the first page. If the URL is empty when the list opens, the columns chosen last are restored and added to the
 * URL.
 */
export function useTableState(name: string, definition: TableDefinition): [TableState, ChangeTable] {
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readTableAddress(address, definition), [address, definition])
  const change = useCallback<ChangeTable>(
    (asked) => {
      const next = { ...state, page: 1, ...asked }
      if (asked.columns && !asked.search && !asked.filters) {
        next.page = asked.page ?? state.page
        store(`columns.${name}`, asked.columns.join())
      }
      const isTyping = asked.search !== undefined || asked.columns !== undefined
      setAddress(writeTableAddress(address, next, definition), { replace: isTyping })
    },
    [state, address, setAddress, definition, name],
  )
  const remembered = readStored(`columns.${name}`)
  const isBare = address.size === 0
  useEffect(() => {
    if (!isBare || !remembered || remembered === shownAtFirst(definition).join()) return
    const columns = readTableAddress(new URLSearchParams({ cols: remembered }), definition).columns
    const first = readTableAddress(new URLSearchParams(), definition)
    setAddress(writeTableAddress(new URLSearchParams(), { ...first, columns }, definition), { replace: true })
    // The stored columns are restored only if the URL was empty when the list opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return [state, change]
}
