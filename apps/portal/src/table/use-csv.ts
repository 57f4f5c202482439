import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format/use-format.js'
import { useNotify } from '../components/notifications/use-notify.js'
import { download } from './download.js'
import type { ListCriteria } from './list-criteria.js'
import type { ListSource } from './list-source.js'
import type { TableState } from './table-definition.js'
import type { Selection } from './use-selection.js'

/** Downloads the view as it stands, all pages of it, or only what is ticked; or has it sent by mail. */
export function useCsv<Row>(source: ListSource<Row>, state: TableState, criteria: () => ListCriteria) {
  const notify = useNotify()
  const { t } = useTranslation('table')
  const { timeZone } = useFormat()
  const [isMailing, setIsMailing] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const wish = () => ({ criteria: criteria(), columns: state.columns, timeZone })
  const write = async (selection?: Selection<Row>) => {
    const ids = selection?.kind === 'some' ? [...selection.rows.keys()] : undefined
    setIsWriting(true)
    try {
      const file = await source.csv?.fetch(wish(), ids)
      if (file) download(file, source.csv?.fileName ?? 'list.csv')
    } catch (error) {
      notify.failure(error)
    } finally {
      setIsWriting(false)
    }
  }
  const mail = async () => {
    setIsMailing(true)
    try {
      await source.csv?.mail(wish())
      notify.success(t('csvMailed'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setIsMailing(false)
    }
  }
  return { isWriting, write, isMailing, mail }
}
