import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Action, ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Row, Stack, Text } from '../../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { formatRange } from '../../../lib/day-range.js'
import { formatBytes, formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { ReportRequest } from '../report.js'
import { requestQuery } from './request-queries.js'
import { RequestState } from './request-state.js'
import { titleOf } from './title-of.js'

interface ReportPanelProps {
  /** Absent while no panel is open. */
  id?: number
  actionsOf: (request: ReportRequest) => readonly Action[]
  onClose: () => void
}

/** One report beside the list: state, content and file. The mail about the report links to this panel. */
export function ReportPanel({ id, actionsOf, onClose }: ReportPanelProps) {
  const { t } = useTranslation('reports')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...requestQuery(lastId), enabled })
  const { data: request } = query
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('files.gone') }}
      title={request ? titleOf(request, t) : t('columns.about')}
      subtitle={request?.file_name}
      onClose={onClose}
    >
      {(one) => (
        <Stack>
          <Row>
            <RequestState request={one} />
          </Row>
          {one.reason && <Text tone="secondary">{one.reason}</Text>}
          <ActionRow actions={actionsOf(one)} />
          <Facts request={one} />
        </Stack>
      )}
    </RowPanel>
  )
}

function Facts({ request }: { request: ReportRequest }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { rows, size_bytes: size, file_expires_at: expires } = request
  return (
    <FactList
      facts={[
        { label: t('columns.mode'), value: t(`modes.${request.mode}`) },
        { label: t('columns.period'), value: formatRange(request) },
        { label: t('columns.tz'), value: request.time_zone },
        { label: t('columns.target_group_name'), value: request.target_group_name },
        { label: t('columns.format'), value: t(`formats.${request.format}`) },
        { label: t('columns.rows'), value: rows === null ? null : formatCount(rows) },
        { label: t('columns.size_bytes'), value: size === null ? null : formatBytes(size) },
        { label: t('columns.created_at'), value: format.dateTime(request.created_at) },
        { label: t('columns.requested_by'), value: request.requested_by },
        { label: t('columns.file_expires_at'), value: expires && format.dateTime(expires) },
      ]}
    />
  )
}
