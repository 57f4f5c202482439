import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, CalendarX2, Download, LockKeyhole, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Field } from '../../../components/field.js'
import { Hint, Row, Stack, Text } from '../../../components/layout/index.js'
import { useChange } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { useClock } from '../../../lib/clock.js'
import { counted, formatDistance, formatKilometres } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { addMonths, type Day, dayOf, monthOf } from '../../../lib/day-range.js'
import { PurposeDialog, type Sayable } from '../fleet/purpose-dialog.js'
import { PURPOSES, takeFile, useTripsChanged } from '../fleet/use-trip-changes.js'
import { CorrectionDialog } from './correction-dialog.js'
import { EntryRow } from './logbook-entry.js'
import { type Logbook, logbookQuery, type LogbookEntry, vehiclesQuery } from './logbook-queries.js'

/** Number of months that can be chosen, including the present one. */
const MOST_MONTHS = 36
const FORMATS = ['pdf', 'xlsx'] as const

/** Returns the months as `2025-10`, newest first. */
function monthsUntil(today: Day): string[] {
  return Array.from({ length: MOST_MONTHS }, (_, back) => monthOf(addMonths(today, -back)))
}

interface LogbookViewProps {
  entityId: number | undefined
  /** Undefined for the present month. */
  month: string | undefined
  onChange: (chosen: { entity?: number; month?: string }) => void
  mapPathOf: (trip: { id: number; entity_id: number }, day: string) => string
  onMap: (path: string) => void
}

/**
 * A vehicle's logbook by month, for drivers and the tax office. Users enter purposes, close months, correct entries of closed
 * months (the correction stays visible beside the original), and export files.
 */
export function LogbookView({ entityId, month: asked, onChange, mapPathOf, onMap }: LogbookViewProps) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const months = monthsUntil(dayOf(useClock().now(), timeZone))
  const month = months.find((one) => one === asked) ?? months[0]!
  const { data: vehicles = [] } = useQuery(vehiclesQuery)
  const chosen = vehicles.find(({ id }) => id === entityId) ?? null
  return (
    <Scrolling>
      <Row wrap align="start" gap={2}>
        <Autocomplete
          sx={{ flex: '1 1 240px', maxWidth: 400 }}
          options={vehicles}
          value={chosen}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          onChange={(_event, vehicle) => onChange({ entity: vehicle?.id, month })}
          renderInput={(params) => <Field {...params} label={t('logbook.vehicle')} />}
        />
        <Field
          sx={{ flex: '0 1 160px' }}
          label={t('logbook.month')}
          value={month}
          options={months.map((value) => ({ value, label: value.split('-').reverse().join('-') }))}
          onChange={({ target }) => onChange({ entity: entityId, month: target.value })}
        />
      </Row>
      {entityId === undefined ? (
        <EmptyState icon={BookOpen} title={t('logbook.choose.title')} text={t('logbook.choose.text')} />
      ) : (
        <Month entityId={entityId} month={month} isOver={month !== months[0]} mapPathOf={mapPathOf} onMap={onMap} />
      )}
    </Scrolling>
  )
}

type MonthProps = { entityId: number; month: string; isOver: boolean } & Pick<LogbookViewProps, 'mapPathOf' | 'onMap'>

function Month({ entityId, month, isOver, mapPathOf, onMap }: MonthProps) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const query = useQuery(logbookQuery(entityId, month, timeZone))
  const [said, setSaid] = useState<Sayable>()
  const [corrected, setCorrected] = useState<LogbookEntry & { id: number }>()
  if (query.error && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton variant="rectangular" height={320} />
  const logbook = query.data
  if (!logbook) return <EmptyState icon={SearchX} title={t('logbook.hidden.title')} text={t('logbook.hidden.text')} />
  if (logbook.entries.length === 0)
    return <EmptyState icon={CalendarX2} title={t('logbook.empty.title')} text={t('logbook.empty.text')} />
  return (
    <>
      <MonthHead logbook={logbook} isOver={isOver} />
      <Paper>
        <List aria-label={t('logbook.entries')}>
          {logbook.entries.map((entry) => (
            <EntryRow
              key={entry.id ?? `trip ${entry.trip_id}`}
              entry={entry}
              onSay={() => entry.trip_id !== null && setSaid({ ...entry, id: entry.trip_id })}
              onCorrect={() => entry.id !== null && setCorrected({ ...entry, id: entry.id })}
              onMap={
                entry.trip_id === null
                  ? undefined
                  : () => onMap(mapPathOf({ id: entry.trip_id ?? 0, entity_id: entityId }, dayOf(entry.started_at, timeZone)))
              }
            />
          ))}
        </List>
      </Paper>
      {said && <PurposeDialog key={said.id} trips={[said]} onClose={() => setSaid(undefined)} />}
      {corrected && <CorrectionDialog key={corrected.id} entry={corrected} onClose={() => setCorrected(undefined)} />}
    </>
  )
}

/** Shows the month's totals, its state, and the actions for the whole month. */
function MonthHead({ logbook, isOver }: { logbook: Logbook; isOver: boolean }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const missingRight = useMissingRight('update:entity')
  const [isClosing, setIsClosing] = useState(false)
  const [{ unsaid, open, closed_at, closed_by } = { unsaid: 0, open: 0, closed_at: null, closed_by: null }] = logbook.months
  const cannotClose = !isOver
    ? t('logbook.notOver')
    : open === 0
      ? t('logbook.isClosed')
      : unsaid > 0
        ? t('logbook.unsaid', counted(unsaid))
        : missingRight
  return (
    <Stack gap={1.5}>
      {closed_at && (
        <Alert severity="success" icon={<LockKeyhole size={18} />}>
          {t('logbook.closed', { at: format.dateTime(closed_at), by: closed_by ?? t('logbook.somebody') })}
        </Alert>
      )}
      {closed_at && open > 0 && <Alert severity="warning">{t('logbook.found', counted(open))}</Alert>}
      {unsaid > 0 && <Alert severity="info">{t('logbook.unsaid', counted(unsaid))}</Alert>}
      <Totals logbook={logbook} />
      <Row wrap align="stretch">
        <ActionButton
          variant="contained"
          icon={LockKeyhole}
          label={t(closed_at && open > 0 ? 'logbook.addFound' : 'logbook.close')}
          disabledBecause={cannotClose}
          onClick={() => setIsClosing(true)}
        />
        {FORMATS.map((format) => (
          <TakeButton key={format} logbook={logbook} format={format} />
        ))}
      </Row>
      {isClosing && <CloseDialog logbook={logbook} onClose={() => setIsClosing(false)} />}
    </Stack>
  )
}

function Totals({ logbook: { totals, odometer_start_m: start, odometer_stop_m: stop } }: { logbook: Logbook }) {
  const { t } = useTranslation('trips')
  const isKnown = start !== null && stop !== null
  const figures = [
    { label: t('logbook.totals.distance'), value: formatDistance(totals.distance_m) },
    ...PURPOSES.map((purpose) => ({ label: t(`purposes.${purpose}`), value: formatDistance(totals[`${purpose}_m`]) })),
    ...(totals.unsaid_m > 0 ? [{ label: t('purposes.unsaid'), value: formatDistance(totals.unsaid_m) }] : []),
    ...(isKnown
      ? [{ label: t('logbook.totals.odometer'), value: `${formatKilometres(start)} – ${formatKilometres(stop)} km` }]
      : []),
  ]
  return (
    <Paper component="section" aria-label={t('logbook.totals.label')}>
      <Row wrap gap={4} pad={[1.5, 2]} align="start">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <Hint>{label}</Hint>
            <Text weight="strong" tabular>
              {value}
            </Text>
          </div>
        ))}
      </Row>
    </Paper>
  )
}

function TakeButton({ logbook, format }: { logbook: Logbook; format: (typeof FORMATS)[number] }) {
  const { t } = useTranslation('trips')
  const notify = useNotify()
  const [isPending, setIsPending] = useState(false)
  const take = () => {
    const { entity_id: id, from, till, time_zone: tz } = logbook
    const params = { path: { id }, query: { from, till, tz, format } }
    setIsPending(true)
    void takeFile(api.GET('/api/v1/entities/{id}/logbook/export', { params, parseAs: 'blob' }), `logbook.${format}`)
      .catch(notify.failure)
      .finally(() => setIsPending(false))
  }
  return <ActionButton icon={Download} label={t(`logbook.${format}`)} loading={isPending} onClick={take} />
}

function CloseDialog({ logbook, onClose }: { logbook: Logbook; onClose: () => void }) {
  const { t } = useTranslation('trips')
  const { entity_id: id, from: month, time_zone: tz } = logbook
  const close = useChange(
    (_: null, key) => {
      const params = { path: { id }, header: once(key) }
      return dataOf(api.POST('/api/v1/entities/{id}/logbook/closings', { params, body: { month, tz } }))
    },
    useTripsChanged(),
    { done: () => t('logbook.closedDone'), then: onClose },
  )
  return (
    <AskDialog
      isAlert
      icon={LockKeyhole}
      title={`${t('logbook.close')} · ${month.split('-').reverse().join('-')}`}
      onClose={onClose}
      act={{ label: t('logbook.close'), onAct: () => close.mutate(null), isPending: close.isPending }}
    >
      <Text tone="secondary">{t('logbook.closeText')}</Text>
    </AskDialog>
  )
}

const Scrolling = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  minHeight: 0,
  overflowY: 'auto',
  paddingTop: theme.spacing(1),
}))
const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })
