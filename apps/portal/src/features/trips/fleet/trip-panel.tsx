import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, ActionButton, ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Hint, Row, Stack } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { usePopup } from '../../../components/use-popup.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { api, dataOrNull } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { counted, formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { ActionMenu } from '../../../table/index.js'
import { useEndTime } from '../../../components/time/end-time.js'
import type { Trip } from '../queries/trip-queries.js'
import { useTripReasons } from '../use-trip-reasons.js'
import { downloadTrip, FORMATS } from './use-trip-changes.js'
import { joined } from '../../../lib/format/joined.js'

interface TripPanelProps {
  /** Undefined while no panel is open. */
  id: number | undefined
  actionsOf: (trip: Trip) => readonly Action[]
  onClose: () => void
}

/** One trip beside the list: data, purpose and actions. */
export function TripPanel({ id, actionsOf, onClose }: TripPanelProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({
    queryKey: ['trips', 'one', lastId],
    queryFn: ({ signal }) =>
      dataOrNull(api.GET('/api/v1/trips/{id}', { params: { path: { id: lastId }, query: { with: 'quality;reasons' } }, signal })),
    enabled,
  })
  const trip = query.data
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone'), text: t('panel.goneText') }}
      title={trip?.entity_name ?? t('panel.title')}
      subtitle={trip && format.dateTime(trip.trip_started_at)}
      onClose={onClose}
    >
      {(one) => (
        <Stack>
          {one.quality && <Quality quality={one.quality} />}
          {one.is_joined && <Hint>{t('joins.joined')}</Hint>}
          <TripFacts trip={one} reasons={one.reasons ?? undefined} />
          <ActionRow actions={actionsOf(one)} />
          <Row>
            <DownloadButton id={one.id} />
          </Row>
        </Stack>
      )}
    </RowPanel>
  )
}

const LOOKS = {
  good: { icon: CircleCheck, tone: 'moving' },
  fair: { icon: CircleMinus, tone: 'quiet' },
  poor: { icon: TriangleAlert, tone: 'missing' },
} as const

/** Shows how reliable the trip is, and why (T-11). */
function Quality({ quality }: { quality: components['schemas']['TripQuality'] }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { level, skipped, median_gap_s: gap, is_by_odometer: isByOdometer } = quality
  const reasons = [
    gap !== null && t('quality.gap', { gap: format.duration(gap) }),
    skipped > 0 && t('quality.skipped', counted(skipped)),
    isByOdometer !== null && t(isByOdometer ? 'quality.odometer' : 'quality.straight'),
  ]
  return (
    <div>
      <ToneChip {...LOOKS[level]} label={`${t('quality.level')}: ${t(`quality.${level}`)}`} />
      <Hint>{joined(reasons)}</Hint>
    </div>
  )
}

function TripFacts({ trip, reasons }: { trip: Trip; reasons: components['schemas']['TripReasons'] | undefined }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { endOf, seenOf } = useEndTime()
  const inWords = useTripReasons()
  const why = reasons && inWords(reasons)
  const speed = (kph: number | null) => kph !== null && formatSpeed(kph)
  const byRoad = trip.matched_distance_m
  return (
    <FactList
      facts={[
        { label: t('columns.trip_started_at'), value: format.dateTime(trip.trip_started_at) },
        { label: t('columns.start_address'), value: trip.start.address ?? t('unknownPlace') },
        { label: t('reasons.begun'), value: why?.begun ?? null },
        { label: t('columns.trip_ended_at'), value: endOf(trip, 'dateTime') ?? t('goingOn') },
        { label: t('arrived.seen'), value: seenOf(trip, 'dateTime') ?? null },
        { label: t('columns.stop_address'), value: trip.is_open ? null : (trip.stop.address ?? t('unknownPlace')) },
        { label: t('reasons.ended'), value: why?.ended ?? null },
        { label: t('columns.distance_m'), value: formatDistance(trip.distance_m) },
        { label: t('byRoad.label'), value: byRoad === null ? null : formatDistance(byRoad) },
        { label: t('columns.duration_s'), value: format.duration(trip.duration_s) },
        { label: t('columns.idle_s'), value: format.duration(trip.idle_s) },
        { label: t('columns.average_speed_kph'), value: speed(trip.average_speed_kph) || null },
        { label: t('columns.max_speed_kph'), value: speed(trip.max_speed_kph) || null },
        {
          label: t('columns.time_on_location_s'),
          value: trip.time_on_location_s === null ? null : format.duration(trip.time_on_location_s),
        },
        { label: t('columns.purpose'), value: t(`purposes.${trip.purpose ?? 'unsaid'}`) },
        { label: t('columns.driver'), value: trip.driver },
        { label: t('columns.note'), value: trip.note },
        { label: t('columns.license_plate'), value: trip.license_plate },
        { label: t('columns.business_name'), value: trip.business_name },
      ]}
    />
  )
}

/** Downloads the trip in the chosen file format. */
function DownloadButton({ id }: { id: number }) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const notify = useNotify()
  const [isPending, setIsPending] = useState(false)
  const { open, close, popup } = usePopup()
  const take = (format: (typeof FORMATS)[number]) => {
    setIsPending(true)
    void downloadTrip(id, format, timeZone)
      .catch(notify.failure)
      .finally(() => setIsPending(false))
  }
  return (
    <>
      <ActionButton label={t('actions.export')} icon={Download} loading={isPending} aria-haspopup="menu" onClick={open} />
      <ActionMenu
        anchor={popup.anchorEl}
        actions={FORMATS.map((format) => ({ label: t(`formats.${format}`), icon: Download, onAct: () => take(format) }))}
        onClose={close}
      />
    </>
  )
}
