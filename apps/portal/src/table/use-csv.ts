import { useState } from 'react'
import { useNotify } from '../components/notifications/use-notify.js'
import { download } from './download.js'
import type { ListCriteria } from './list-criteria.js'
import type { ListSource } from './list-source.js'
import type { TableState } from './table-definition.js'
import type { Selection } from './use-selection.js'

/** Downloads the view as it stands, all pages of it, or only what is ticked. */
export function useCsv<Row>(source: ListSource<Row>, state: TableState, criteria: () => ListCriteria) {
  const notify = useNotify()
  const [isWriting, setIsWriting] = useState(false)
  const write = async (selection?: Selection<Row>) => {
    const ids = selection?.kind === 'some' ? [...selection.rows.keys()] : undefined
    setIsWriting(true)
    try {
      const file = await source.fetchCsv?.(criteria(), state.columns, ids)
      if (file) download(file, source.csvName ?? 'list.csv')
    } catch (error) {
      notify.failure(error)
    } finally {
      setIsWriting(false)
    }
  }
  return { isWriting, write }
}
