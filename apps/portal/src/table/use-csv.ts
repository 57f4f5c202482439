import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format/use-format.js'
import { useNotify } from '../components/notifications/use-notify.js'
import { download } from './download.js'
import type { ListCriteria } from './list-criteria.js'
import type { ListSource } from './list-source.js'
import type { TableState } from './table-definition.js'
import type { Selection } from './use-selection.js'

export interface Csv<Row> {
  /** Downloads all pages of the current view, or only the selected rows. Undefined if the file can only be mailed. */
  write?: (selection?: Selection<Row>) => void
  isWriting: boolean
  /** Requests that the view is mailed to the user as CSV. */
  mail: () => void
  isMailing: boolean
}

/** Returns the CSV export of the list. Undefined if the API has none. */
export function useCsv<Row>(
  { csv }: ListSource<Row>,
  { columns }: TableState,
  criteria: () => ListCriteria,
): Csv<Row> | undefined {
  const notify = useNotify()
  const { t } = useTranslation('table')
  const { timeZone } = useFormat()
  const [isWriting, setIsWriting] = useState(false)
  const [isMailing, setIsMailing] = useState(false)
  if (!csv) return undefined
  const { fetch } = csv
  const wish = () => ({ criteria: criteria(), columns, timeZone })
  const during = async (setIsBusy: (isBusy: boolean) => void, work: () => Promise<void>) => {
    setIsBusy(true)
    await work().catch(notify.failure)
    setIsBusy(false)
  }
  return {
    write:
      fetch &&
      ((selection) => {
        const ids = selection?.kind === 'some' ? [...selection.rows.keys()] : undefined
        void during(setIsWriting, async () => download(await fetch(wish(), ids), csv.fileName))
      }),
    isWriting,
    mail: () =>
      void during(setIsMailing, async () => {
        await csv.mail(wish())
        notify.success(t('csvMailed'))
      }),
    isMailing,
  }
}
