import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row, Span, Stack, Text } from '../../../components/layout/index.js'
import { PressableRow } from '../../../components/pressable-row.js'
import { EndTime, useEndTime } from '../../../components/time/end-time.js'
import { WideTable } from '../../../components/wide-table/wide-table.js'
import { type Day, formatDay } from '../../../lib/day-range.js'
import { NONE } from '../../../lib/format/none.js'
import { formatCount, formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { vars } from '../../../theme/components/vars.js'
import { Distance } from '../components/distance.js'
import type { ReportTrip } from '../report.js'
import { type DayOfReport, timeOnLocation } from './report-days.js'
import { isolated } from '@roadbook/contracts/isolated'

interface TripRowsProps {
  days: readonly DayOfReport[]
  timeZone: string
  now: number
  markedId: number | undefined
  /** Highlights a trip. */
  onMark: (tripId: number) => void
  onSelect: (tripId: number) => void
  /** Plays the trip on the map. */
  onOpen: (trip: ReportTrip, day: Day) => void
}

const COLUMNS = ['start', 'startAddress', 'stop', 'stopAddress', 'distance', 'duration', 'speed', 'location'] as const
const isNumeric = (column: (typeof COLUMNS)[number]) => COLUMNS.indexOf(column) > 3

/** Lists the trips by day, as cards on a phone. */
export const TripRows = (props: TripRowsProps) => (useIsNarrow() ? <Cards {...props} /> : <Rows {...props} />)

function useDayWords() {
  const { t } = useTranslation(['reports', 'trips'])
  const format = useFormat()
  return {
    title: ({ day }: DayOfReport) => t('trips:dayTitle', { weekday: format.weekdayOf(day), date: formatDay(day) }),
    totals: ({ totals }: DayOfReport) =>
      [t('trips:tripCount', { count: totals.trips }), formatDistance(totals.distance_m), format.duration(totals.duration_s)].join(
        ' · ',
      ),
  }
}

/** Returns a function that formats the values of a trip's columns. */
function useTripWords(timeZone: string, now: number) {
  const { t } = useTranslation(['reports', 'trips'])
  const format = useFormat()
  const { endOf } = useEndTime()
  return (trip: ReportTrip) => {
    const rest = timeOnLocation(trip, timeZone, now)
    return {
      start: format.time(trip.trip_started_at),
      startAddress: trip.start.address ?? t('trips:unknownPlace'),
      stop: trip.is_open ? undefined : endOf(trip),
      stopAddress: trip.is_open ? t('trips:goingOn') : (trip.stop.address ?? t('trips:unknownPlace')),
      duration: format.duration(trip.duration_s),
      location: rest === 'none' ? NONE : rest === 'until-now' ? t('untilNow') : format.duration(rest.seconds),
    }
  }
}

/** Moves the focus with the arrow keys through the rows of all days. */
function walk({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined) return false
  const rows = [...(currentTarget.closest('table')?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])]
  rows[rows.indexOf(currentTarget) + step]?.focus()
  return true
}

function Rows({ days, timeZone, now, markedId, onMark, onSelect, onOpen }: TripRowsProps) {
  const { t } = useTranslation('reports')
  const words = useDayWords()
  return (
    <Paper sx={{ overflow: 'hidden' }}>
      <WideTable label={t('trips.title')}>
        <Table aria-label={t('trips.title')} size="small">
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column} align={isNumeric(column) ? 'right' : undefined} sx={HEAD}>
                  {t(`trips.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          {days.map((day) => (
            <TableBody key={day.day}>
              <DayHead>
                <TableCell component="th" scope="rowgroup" colSpan={5}>
                  <Span weight="strong">{words.title(day)}</Span>
                </TableCell>
                <TableCell colSpan={3} align="right">
                  <Span tone="secondary">{words.totals(day)}</Span>
                </TableCell>
              </DayHead>
              {day.trips.map((trip) => (
                <TripLine
                  key={trip.id}
                  trip={trip}
                  timeZone={timeZone}
                  now={now}
                  isMarked={trip.id === markedId}
                  onMark={() => onMark(trip.id)}
                  onSelect={() => onSelect(trip.id)}
                  onOpen={() => onOpen(trip, day.day)}
                />
              ))}
            </TableBody>
          ))}
        </Table>
      </WideTable>
    </Paper>
  )
}

interface TripLineProps {
  trip: ReportTrip
  timeZone: string
  now: number
  isMarked: boolean
  onMark: () => void
  onSelect: () => void
  onOpen: () => void
}

function TripLine({ trip, timeZone, now, isMarked, onMark, onSelect, onOpen }: TripLineProps) {
  const { t } = useTranslation('trips')
  const words = useTripWords(timeZone, now)(trip)
  return (
    <TableRow
      hover
      tabIndex={0}
      selected={isMarked}
      onMouseEnter={onMark}
      onFocus={onMark}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen()
        else if (walk(event)) event.preventDefault()
      }}
    >
      <TableCell>
        <Span weight="strong">{words.start}</Span>
      </TableCell>
      <Address text={words.startAddress} />
      <TableCell>
        {words.stop ? (
          <Span weight="strong">
            <EndTime trip={trip} form="time" />
          </Span>
        ) : (
          <Span tone="accent">{t('now')}</Span>
        )}
      </TableCell>
      <Address text={words.stopAddress} />
      <TableCell align="right">
        <Distance metres={trip.distance_m} />
      </TableCell>
      <TableCell align="right">{words.duration}</TableCell>
      <TableCell align="right">{trip.average_speed_kph === null ? NONE : formatCount(trip.average_speed_kph)}</TableCell>
      <TableCell align="right">
        <Span tone="secondary">{words.location}</Span>
      </TableCell>
    </TableRow>
  )
}

/** Headings wrap, so that they do not take the space of other columns. */
const HEAD = { whiteSpace: 'normal', minWidth: 64, py: 1 } as const

/** Shows the whole address, wrapped where needed. */
const Address = ({ text }: { text: string }) => (
  <TableCell sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 152, width: '50%', py: 0.5 }}>{text}</TableCell>
)

function Cards({ days, timeZone, now, markedId, onSelect }: TripRowsProps) {
  const { t } = useTranslation(['reports', 'trips'])
  const words = useDayWords()
  const tripWords = useTripWords(timeZone, now)
  return (
    <Stack gap={2}>
      {days.map((day) => (
        <Stack key={day.day} gap={1} component="section" aria-label={words.title(day)}>
          <Row wrap align="baseline">
            <Text component="h2" weight="strong" grow>
              {words.title(day)}
            </Text>
            <Span size="caption" tone="secondary">
              {words.totals(day)}
            </Span>
          </Row>
          {day.trips.map((trip) => {
            const { start, stop, startAddress, stopAddress, duration, location } = tripWords(trip)
            const speed = trip.average_speed_kph === null ? NONE : formatSpeed(trip.average_speed_kph)
            return (
              <Card key={trip.id} aria-pressed={trip.id === markedId} onClick={() => onSelect(trip.id)}>
                <Row>
                  <Fill>
                    <Span weight="strong">
                      {start} – {stop ?? t('trips:now')}
                    </Span>
                  </Fill>
                  <Span weight="strong">
                    <Distance metres={trip.distance_m} hasUnit />
                  </Span>
                </Row>
                <Text breaks>
                  {startAddress} → {stopAddress}
                </Text>
                <Text size="caption" tone="secondary">
                  {duration} · {speed} · {t('trips.location')}: {isolated(location)}
                </Text>
              </Card>
            )
          })}
        </Stack>
      ))}
    </Stack>
  )
}

const DayHead = styled(TableRow)(({ theme }) => ({ backgroundColor: vars(theme).surface.subtle }))
const Card = styled(PressableRow)(({ theme }) => ({
  display: 'block',
  padding: theme.spacing(1.5),
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).background.paper,
  '&[aria-pressed=true]': { borderColor: vars(theme).accent.main },
}))
