import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, Fill, Row, Text, Stack } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { formatRange } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { ReportRequest } from '../report.js'
import { recentQuery } from './request-queries.js'
import { RequestState } from './request-state.js'
import { titleOf } from './title-of.js'

/** Lists the user's latest report requests with their states. */
export function RecentRequests({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation('reports')
  const query = useQuery(recentQuery)
  return (
    <Paper component="section" aria-label={t('recent.title')}>
      <Stack gap={1} pad={[2, 2.5]}>
        <Row>
          <Text component="h2" size="title" grow>
            {t('recent.title')}
          </Text>
          <Button size="small" variant="text" onClick={onAll}>
            {t('recent.all')}
          </Button>
        </Row>
        <Loaded query={query} nothing={{ icon: FileClock, title: t('recent.none') }}>
          {(requests) => (
            <div role="list">
              {requests.map((request) => (
                <Recent key={request.id} request={request} />
              ))}
            </div>
          )}
        </Loaded>
      </Stack>
    </Paper>
  )
}

function Recent({ request }: { request: ReportRequest }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (
    <ListRow role="listitem">
      <Fill>
        <Text weight="strong" clipped>
          {titleOf({ ...request, schedule_name: null }, t)}
        </Text>
        <Text size="caption" tone="secondary">
          {t(`modes.${request.mode}`)} · {formatRange(request)}
        </Text>
      </Fill>
      <Stack gap={0.25} align="end">
        <RequestState request={request} />
        <Text size="caption" tone="secondary" tabular>
          {format.dateTime(request.created_at)}
        </Text>
      </Stack>
    </ListRow>
  )
}
