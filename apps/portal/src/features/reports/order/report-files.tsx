import { Ban, Download, FileSpreadsheet, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { Ago, DateTime } from '../../../components/time/time.js'
import { TwoLines } from '../../../components/two-lines.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { formatRange } from '../../../lib/day-range.js'
import { NONE } from '../../../lib/format/none.js'
import { formatBytes, formatCount } from '../../../lib/format/numbers.js'
import { choicesOf, defineList, download, listOf, ListTable, type RowAction } from '../../../table/index.js'
import { REQUESTS } from '../queries/report-queries.js'
import { FORMATS, MODES, type ReportRequest } from '../report.js'
import { ReportPanel } from './report-panel.js'
import { RequestState } from './request-state.js'
import { titleOf } from './title-of.js'

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Reports that the user requested or received from schedules. */
const files = defineList({
  texts: 'reports',
  name: 'report-files',
  source: listOf('/api/v1/reports/requests', { key: [REQUESTS, 'list'], nameOf: ({ id, file_name }) => file_name ?? `#${id}` }),
  icon: FileSpreadsheet,
  sort: '-created_at',
  columns: {
    about: {
      isUnsortable: true,
      render: (request, t) => <TwoLines first={titleOf(request, t)} second={request.file_name} />,
    },
    mode: { render: ({ mode }, t) => t(`modes.${mode}`) },
    period: { isUnsortable: true, onCard: 'meta', render: (request) => formatRange(request) },
    format: { render: ({ format }, t) => t(`formats.${format}`) },
    created_at: { onCard: 'meta', render: ({ created_at }) => <Ago at={created_at} /> },
    requested_by: { isUnsortable: true, isOptional: true },
    rows: { isUnsortable: true, isNumeric: true, render: ({ rows }) => (rows === null ? NONE : formatCount(rows)) },
    size_bytes: {
      isUnsortable: true,
      isNumeric: true,
      onCard: 'meta',
      render: ({ size_bytes: size }) => (size === null ? NONE : formatBytes(size)),
    },
    file_expires_at: {
      isUnsortable: true,
      render: ({ file_expires_at: at }) => (at === null ? NONE : <DateTime at={at} />),
    },
    state: { onCard: 'state', render: (request) => <State request={request} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    mode: { choices: (t) => choicesOf(MODES, (mode) => t(`modes.${mode}`)) },
    format: { choices: (t) => choicesOf(FORMATS, (format) => t(`formats.${format}`)) },
    created_at: 'period',
  },
})

const State = ({ request }: { request: ReportRequest }) => (
  <>
    <RequestState request={request} />
    {request.state === 'failed' && request.reason && <TwoLines first="" second={request.reason} />}
  </>
)

/** Downloads the file as it was mailed. */
async function fetchFile({ id, file_name: name }: ReportRequest): Promise<void> {
  const params = { path: { id } }
  const file = await unwrap(api.GET('/api/v1/reports/requests/{id}/file', { params, parseAs: 'blob' }))
  download(file, name ?? `report-${id}`)
}

const send = async ([what, id]: readonly ['retry' | 'cancel', number]) =>
  what === 'retry'
    ? unwrap(api.POST('/api/v1/reports/requests/{id}/retry', { params: { path: { id } } }))
    : unwrap(api.POST('/api/v1/reports/requests/{id}/cancel', { params: { path: { id } } }))

interface ReportFilesProps {
  /** Report whose panel is open. Absent while none is. */
  reportId?: number
  onReport: (id: number | undefined) => void
}

/** Lists the user's report files with progress, size and expiry. Failed files can be requested again. */
export function ReportFiles({ reportId, onReport }: ReportFilesProps) {
  const { t } = useTranslation('reports')
  const reread = useReread(REQUESTS)
  const fetching = useChange(fetchFile, async () => undefined, {})
  const change = useChange(send, reread, { done: (_answer, [what]) => t(`files.done.${what}`) })
  const actionsOf = (request: ReportRequest): RowAction[] => {
    const notOwn = request.is_own ? undefined : t('files.notOwn', { name: request.requested_by })
    if (request.state === 'queued' || request.state === 'running') {
      const onAct = () => change.mutate(['cancel', request.id])
      return [{ label: t('files.cancel'), icon: Ban, disabledBecause: notOwn, onAct }]
    }
    if (request.file_name !== null) {
      return [{ label: t('files.download'), icon: Download, onAct: () => fetching.mutate(request) }]
    }
    return [
      { label: t('files.retry'), icon: RotateCcw, disabledBecause: notOwn, onAct: () => change.mutate(['retry', request.id]) },
    ]
  }
  return (
    <>
      <ListTable {...files} actionsOf={actionsOf} onOpen={({ id }) => onReport(id)} openId={reportId} />
      <ReportPanel id={reportId} actionsOf={actionsOf} onClose={() => onReport(undefined)} />
    </>
  )
}
