import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Bike, CalendarSearch, Play } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Row, SmallHint, Stack, Text } from '../../../components/layout/index.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { useEndTime } from '../../../components/time/end-time.js'
import { useClock } from '../../../lib/clock.js'
import { type Day, dayOf, formatDay } from '../../../lib/day-range.js'
import { NONE } from '../../../lib/format/none.js'
import { formatCount, formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { vars } from '../../../theme/components/vars.js'
import { TotalsStrip } from '../components/totals-strip.js'
import { individualQuery } from '../queries/report-queries.js'
import type { Report, ReportTrip } from '../report.js'
import type { ReportAddress } from '../use-report-address.js'
import { DayTimeline } from './day-timeline.js'
import { daysOf } from './report-days.js'
import { TripRows } from './trip-rows.js'
import { useSettled } from './use-settled.js'

export interface IndividualReportProps {
  address: ReportAddress
  /** Renders the map of a trip. */
  mapOf: (trip: ReportTrip) => ReactNode
  /** Opens the playback of a trip. */
  onReplay: (trip: ReportTrip, day: Day) => void
}

/** Shows one vehicle's trips in a period. */
export function IndividualReport({ address, ...rest }: IndividualReportProps) {
  const { t } = useTranslation('reports')
  const { timeZone } = useFormat()
  const { entityId, range } = address
  const { data, error, refetch } = useQuery(individualQuery(entityId, range, timeZone))
  if (entityId === undefined) {
    return <EmptyState icon={Bike} title={t('individual.choose')} text={t('individual.chooseText')} />
  }
  if (data === undefined) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />
  if (data.trips.length === 0) return <NoTrips report={data} address={address} />
  return <WithTrips key={`${data.entity.id} ${data.from} ${data.till}`} report={data} address={address} {...rest} />
}

/** Offers the nearest days with trips as buttons. */
function NoTrips({ report: { entity, nearest }, address }: { report: Report; address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const days = [nearest?.before, nearest?.after].filter((day) => typeof day === 'string')
  return (
    <Paper>
      <EmptyState
        icon={CalendarSearch}
        title={t('individual.none')}
        text={t(days.length > 0 ? 'individual.nearest' : 'individual.never', { name: entity.name })}
        actions={days.map((day) => (
          <Button key={day} onClick={() => address.setRange({ from: day, till: day })}>
            {formatDay(day)}
          </Button>
        ))}
      />
    </Paper>
  )
}

/** From this width in px the map fits beside the rows. */
const WIDE_PX = 1680

/** Does nothing. Used on a touchscreen, where users cannot point at a trip without pressing it. */
const ignore = () => undefined

function WithTrips({ report, address, mapOf, onReplay }: IndividualReportProps & { report: Report }) {
  const { t } = useTranslation('reports')
  const isNarrow = useIsNarrow()
  const now = useClock().now()
  const { tripId, selectTrip } = address
  const [hovered, setHovered] = useState<number>()
  const days = daysOf(report)
  const markedId = hovered ?? tripId
  const drawnId = useSettled(markedId)
  const drawn = report.trips.find(({ id }) => id === drawnId) ?? (isNarrow ? undefined : days[0]?.trips.at(-1))
  const side = useRef<HTMLElement>(null)
  const select = (id: number) => {
    selectTrip(id)
    side.current?.scrollIntoView?.({ block: 'nearest' })
  }
  const pointing = { onMark: isNarrow ? ignore : setHovered, onSelect: select }
  const shared = { days, timeZone: report.time_zone, now, markedId, ...pointing }
  return (
    <Stack gap={2}>
      <Totals report={report} />
      <SmallHint>{t('straightLines')}</SmallHint>
      {report.totals.trips > report.trips.length && (
        <SmallHint>
          {t('individual.cut', { shown: formatCount(report.trips.length), total: formatCount(report.totals.trips) })}
        </SmallHint>
      )}
      <Beside>
        {!isNarrow && drawn && (
          <Side ref={side} aria-label={t('individual.map')}>
            <TripView trip={drawn} timeZone={report.time_zone} onReplay={onReplay}>
              {mapOf(drawn)}
            </TripView>
          </Side>
        )}
        <DayTimeline {...shared} />
        <TripRows {...shared} onOpen={onReplay} />
      </Beside>
      {isNarrow && drawn && (
        <SideDrawer isOpen title={t('individual.map')} onClose={() => selectTrip(undefined)}>
          <TripView trip={drawn} timeZone={report.time_zone} onReplay={onReplay}>
            {mapOf(drawn)}
          </TripView>
        </SideDrawer>
      )}
    </Stack>
  )
}

function Totals({ report: { totals, trips } }: { report: Report }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const rest = trips.reduce((sum, { time_on_location_s: seconds }) => sum + (seconds ?? 0), 0)
  return (
    <TotalsStrip
      label={t('totals.title')}
      totals={[
        { label: t('totals.trips'), value: formatCount(totals.trips) },
        { label: t('totals.distance'), value: formatDistance(totals.distance_m) },
        { label: t('totals.duration'), value: format.duration(totals.duration_s) },
        { label: t('totals.speed'), value: totals.average_speed_kph === null ? NONE : formatSpeed(totals.average_speed_kph) },
        { label: t('totals.location'), value: format.duration(rest) },
      ]}
    />
  )
}

interface TripViewProps {
  trip: ReportTrip
  timeZone: string
  onReplay: IndividualReportProps['onReplay']
  children: ReactNode
}

/** Map of a trip with a button to play it. */
function TripView({ trip, timeZone, onReplay, children }: TripViewProps) {
  const { t } = useTranslation(['reports', 'trips'])
  const format = useFormat()
  const end = useEndTime().endOf(trip) ?? t('trips:now')
  return (
    <Stack gap={1}>
      <MapFrame>{children}</MapFrame>
      <Row wrap>
        <Text grow size="dense" tabular>
          {format.dateTime(trip.trip_started_at)} – {end} · {formatDistance(trip.distance_m)}
        </Text>
        <ActionButton
          size="small"
          icon={Play}
          label={t('individual.replay')}
          onClick={() => onReplay(trip, dayOf(trip.trip_started_at, timeZone))}
        />
      </Row>
    </Stack>
  )
}

/**
 * Places the map beside the timeline. The rows below use the full width. Only if all their columns fit beside the map do they
 * share the width with it.
 */
const Beside = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '& > *': { minWidth: 0 },
  [theme.breakpoints.up(1280)]: {
    gridTemplateColumns: 'minmax(0, 1fr) 340px',
    '& > *': { gridColumn: '1 / -1' },
    '& > aside': { gridColumn: 2, gridRow: 1 },
    '& > aside + *': { gridColumn: 1, gridRow: 1 },
  },
  [theme.breakpoints.up(WIDE_PX)]: {
    '& > *': { gridColumn: 1 },
    '& > aside': { gridRow: '1 / span 2' },
  },
}))
/** Stays in view beside a long list of trips on wide screens. */
const Side = styled('aside')(({ theme }) => ({
  [theme.breakpoints.up(WIDE_PX)]: { position: 'sticky', top: 16 },
}))
const MapFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 320,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
}))
