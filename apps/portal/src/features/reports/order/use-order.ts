import { useTranslation } from 'react-i18next'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { once } from '../../../lib/api/headers.js'
import { REQUESTS } from '../queries/report-queries.js'
import type { ReportOrder } from '../report.js'

interface OrderTold {
  /** Called with the API's message if the group is too large. If absent, a toast shows it. */
  onRefused?: (sentence: string) => void
}

/** Returns a function that requests a report as a file. The file is mailed and added to the user's files. */
export function useOrder({ onRefused }: OrderTold = {}) {
  const { t } = useTranslation('reports')
  const notify = useNotify()
  const send = (body: ReportOrder, key: string) => dataOf(api.POST('/api/v1/reports', { params: { header: once(key) }, body }))
  return useChange(send, useReread(REQUESTS), {
    done: () => t('order.done'),
    failed: (error) => {
      const refused = Object.values(refusedFields(error))[0]
      if (refused === undefined) notify.error(t('order.failed'))
      else if (onRefused) onRefused(refused)
      else notify.error(refused)
    },
  })
}
