import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { Row, Span, Text } from '../../../components/layout/index.js'
import { useEndTime } from '../../../components/time/end-time.js'
import { formatDay } from '../../../lib/day-range.js'
import { formatDistance } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { vars } from '../../../theme/components/vars.js'
import type { ReportTrip } from '../report.js'
import { type DayOfReport, hoursShown, type Stretch, stretchesOf } from './report-days.js'

interface DayTimelineProps {
  days: readonly DayOfReport[]
  timeZone: string
  now: number
  markedId: number | undefined
  /** Highlights a trip. */
  onMark: (tripId: number) => void
  onSelect: (tripId: number) => void
}

/** Shows when the vehicle was driving, one line per day. Pointing at a trip highlights its row. */
export function DayTimeline({ days, timeZone, now, markedId, onMark, onSelect }: DayTimelineProps) {
  const { t } = useTranslation('reports')
  const shown = hoursShown(days.flatMap(({ trips }) => stretchesOf(trips, timeZone, now)))
  const ticks = Array.from({ length: (shown.till - shown.from) / 120 + 1 }, (_, at) => shown.from + at * 120)
  const at = (minute: number) => `${((minute - shown.from) / (shown.till - shown.from)) * 100}%`
  return (
    <Card aria-label={t('timeline.title')}>
      <Row wrap gap={2}>
        <Text component="h2" size="title" grow>
          {t('timeline.title')}
        </Text>
        <Row gap={0.75}>
          <Sample kind="trip" />
          <Span size="caption">{t('timeline.trip')}</Span>
        </Row>
        <Row gap={0.75}>
          <Sample kind="rest" />
          <Span size="caption">{t('timeline.rest')}</Span>
        </Row>
      </Row>
      <Scroller tabIndex={0} role="group" aria-label={t('timeline.title')}>
        <Wide>
          {days.map((day) => (
            <DayLine
              key={day.day}
              day={day}
              timeZone={timeZone}
              now={now}
              markedId={markedId}
              onMark={onMark}
              onSelect={onSelect}
              ticks={ticks}
              at={at}
            />
          ))}
          <Axis aria-hidden>
            <span />
            <Track>
              {ticks.map((tick) => (
                <Tick key={tick} style={{ left: at(tick) }}>
                  {String(tick / 60).padStart(2, '0')}:00
                </Tick>
              ))}
            </Track>
            <span />
          </Axis>
        </Wide>
      </Scroller>
    </Card>
  )
}

interface DayLineProps extends Omit<DayTimelineProps, 'days'> {
  day: DayOfReport
  ticks: readonly number[]
  at: (minute: number) => string
}

function DayLine({ day: { day, totals, trips }, timeZone, now, markedId, onMark, onSelect, ticks, at }: DayLineProps) {
  const format = useFormat()
  const stretches = stretchesOf(trips, timeZone, now)
  return (
    <Line>
      <Span size="caption">
        {format.weekdayOf(day, 'short')} {formatDay(day).slice(0, 5)}
      </Span>
      <Track>
        {ticks.map((tick) => (
          <Grid key={tick} style={{ left: at(tick) }} />
        ))}
        {stretches.slice(1).map(({ from }, index) => (
          <Rest key={from} style={placed(at, { from: stretches[index]?.till ?? from, till: from })} />
        ))}
        {trips.map((trip, index) => (
          <TripBar
            key={trip.id}
            trip={trip}
            style={placed(at, stretches[index] ?? { from: 0, till: 0 })}
            isMarked={trip.id === markedId}
            onMark={() => onMark(trip.id)}
            onSelect={() => onSelect(trip.id)}
          />
        ))}
      </Track>
      <Row justify="end" gap={1.5}>
        <Span size="caption" weight="strong" tabular>
          {formatDistance(totals.distance_m)}
        </Span>
        <Span size="caption" tone="secondary" tabular>
          {format.duration(totals.duration_s)}
        </Span>
      </Row>
    </Line>
  )
}

const placed = (at: (minute: number) => string, { from, till }: Stretch) => ({
  left: at(from),
  width: `calc(${at(till)} - ${at(from)})`,
})

interface TripBarProps {
  trip: ReportTrip
  style: object
  isMarked: boolean
  onMark: () => void
  onSelect: () => void
}

function TripBar({ trip, style, isMarked, onMark, onSelect }: TripBarProps) {
  const { t } = useTranslation(['reports', 'trips'])
  const format = useFormat()
  const end = useEndTime().endOf(trip)
  const times = `${format.time(trip.trip_started_at)} – ${end ?? t('trips:now')}`
  const places = { from: trip.start.address ?? t('trips:unknownPlace'), to: trip.stop.address ?? t('trips:unknownPlace') }
  const about = t('timeline.about', { distance: formatDistance(trip.distance_m), ...places })
  return (
    <Tooltip
      title={
        <>
          <strong>{times}</strong>
          <br />
          {about}
        </>
      }
    >
      <Bar
        type="button"
        aria-label={`${times}, ${about}`}
        aria-pressed={isMarked}
        style={style}
        onMouseEnter={onMark}
        onFocus={onMark}
        onClick={onSelect}
      />
    </Tooltip>
  )
}

const Card = styled('section')(({ theme }) => ({
  padding: theme.spacing(2),
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).background.paper,
  minWidth: 0,
}))
/** A phone scrolls the hours sideways. Many days scroll vertically. */
const Scroller = styled('div')({ overflow: 'auto', maxHeight: 300, marginTop: 12 })
const Wide = styled('div')({ minWidth: 560 })
const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) 132px',
  alignItems: 'center',
  columnGap: 12,
  height: 32,
})
/** The hours stay in view when the days scroll. */
const Axis = styled(Line)(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  backgroundColor: vars(theme).background.paper,
}))
const Track = styled('div')({ position: 'relative', height: '100%' })
const Grid = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  borderLeft: `1px solid ${vars(theme).divider}`,
}))
const Rest = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 13,
  height: 6,
  backgroundColor: vars(theme).line.strong,
}))
const Tick = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 6,
  transform: 'translateX(-50%)',
  fontSize: 11,
  color: vars(theme).text.tertiary,
  '&:first-of-type': { transform: 'none' },
  '&:last-of-type': { transform: 'translateX(-100%)' },
}))
const Bar = styled('button')(({ theme }) => ({
  position: 'absolute',
  top: 6,
  height: 20,
  minWidth: 6,
  padding: 0,
  border: 0,
  borderRadius: 4,
  cursor: 'pointer',
  backgroundColor: vars(theme).accent.main,
  '&[aria-pressed=true], &:focus-visible': { outline: `2px solid ${vars(theme).text.primary}`, outlineOffset: 1, zIndex: 1 },
}))
const Sample = styled('span', { shouldForwardProp: (name) => name !== 'kind' })<{ kind: 'trip' | 'rest' }>(({ theme, kind }) => ({
  width: 14,
  height: kind === 'trip' ? 10 : 4,
  borderRadius: 3,
  backgroundColor: kind === 'trip' ? vars(theme).accent.main : vars(theme).line.strong,
}))
