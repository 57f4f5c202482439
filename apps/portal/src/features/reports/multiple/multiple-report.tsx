import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Bike, CalendarSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { SmallHint, Stack } from '../../../components/layout/index.js'
import { refusedFields } from '../../../lib/api/api-error.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { TotalsStrip } from '../components/totals-strip.js'
import { entityOptionsQuery, pageQuery } from '../queries/report-queries.js'
import type { ReportPage } from '../report.js'
import type { ReportAddress } from '../use-report-address.js'
import { ReportTable } from './report-table.js'
import { ReportValue } from './report-value.js'

/** The most informative totals. */
const TOLD = ['trips', 'distance', 'duration', 'average_speed'] as const

/** Report on many vehicles: every trip, one row per vehicle, or their use. */
export function MultipleReport({ address }: { address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const { timeZone } = useFormat()
  const { report_max_entities: most } = useRuntimeConfig()
  const { mode, entityIds, groupId, range, page, limitKph, minMinutes } = address
  const all = useQuery(entityOptionsQuery)
  const isAsked = entityIds.length > 0 || groupId !== undefined || (all.data !== undefined && all.data.length <= most)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    pageQuery({ mode, entityIds, groupId, timeZone, limitKph, minMinutes, ...range }, page, isAsked),
  )
  if (!isAsked && !all.isPending) {
    return <EmptyState icon={Bike} title={t('multiple.choose')} text={t('multiple.chooseText', { most })} />
  }
  const refused = Object.values(refusedFields(error))[0]
  if (refused) return <Alert severity="warning">{refused}</Alert>
  if (data === undefined) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />
  return (
    <Stack gap={2}>
      {(mode === 'all' || mode === 'summary') && <Totals page={data} />}
      {data.meta.notes.map((note) => (
        <SmallHint key={note}>{note}</SmallHint>
      ))}
      {data.data.length === 0 ? (
        <EmptyState icon={CalendarSearch} title={t('multiple.none')} text={t('multiple.noneText')} />
      ) : (
        <ReportTable
          mode={mode}
          page={data}
          isStale={isPlaceholderData}
          onPage={address.setPage}
          onEntity={(entity) => address.setView('individual', { entity })}
        />
      )}
    </Stack>
  )
}

function Totals({ page: { meta } }: { page: ReportPage }) {
  const { t } = useTranslation('reports')
  const labelOf = { trips: 'trips', distance: 'distanceKm', duration: 'durationH', average_speed: 'speedKph' } as const
  const kindOf = { trips: 'number', distance: 'km', duration: 'hours', average_speed: 'speed' } as const
  return (
    <TotalsStrip
      label={t('totals.title')}
      totals={[
        { label: t('totals.entities'), value: formatCount(meta.entities) },
        ...TOLD.map((key) => ({
          label: t(`totals.${labelOf[key]}`),
          value: <ReportValue kind={kindOf[key]} value={meta.totals[key]} />,
        })),
      ]}
    />
  )
}
