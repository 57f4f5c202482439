import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { Span } from '../../../components/layout/text.js'
import { PressableRow } from '../../../components/pressable-row.js'
import { useEndTime } from '../../../components/time/end-time.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { deviceTripsQuery, type Trip } from '../queries/device-queries.js'
import { TitledPaper } from './titled-paper.js'
import { joined } from '../../../lib/format/joined.js'

interface TodaysTripsProps {
  imei: string
  isHidden: boolean
  selectedId: number | undefined
  onSelect: (tripId: number) => void
}

/** Lists the tracker's trips of today. Pressing one shows it on the map. */
export function TodaysTrips({ imei, isHidden, selectedId, onSelect }: TodaysTripsProps) {
  const { t } = useTranslation(['liveTest', 'trips'])
  const { t: tErrors } = useTranslation('errors')
  const format = useFormat()
  const { data: trips, error } = useQuery({ ...deviceTripsQuery(imei, format.timeZone), enabled: !isHidden })
  const shown = isHidden ? [] : (trips ?? [])
  const totals = [
    formatDistance(shown.reduce((sum, { distance_m }) => sum + distance_m, 0)),
    format.duration(shown.reduce((sum, { duration_s }) => sum + duration_s, 0)),
  ]
  const note = shown.length > 0 ? [t('trips:tripCount', { count: shown.length }), ...totals].join(' · ') : undefined
  const nothing = trips?.length === 0 ? t('trips.none') : undefined
  const instead = isHidden ? t('hidden.trips') : error ? errorReason(error, tErrors) : nothing
  return (
    <TitledPaper title={t('trips.title')} note={note} instead={instead}>
      {!isHidden && trips === undefined && !error && (
        <Skeleton variant="rectangular" height={52} sx={{ mx: 2, mb: 2, borderRadius: '6px' }} />
      )}
      <Box component="ul" sx={{ maxHeight: 320, overflowY: 'auto' }}>
        {shown.map((trip) => (
          <li key={trip.id}>
            <TripButton trip={trip} isSelected={trip.id === selectedId} onPress={() => onSelect(trip.id)} />
          </li>
        ))}
      </Box>
    </TitledPaper>
  )
}

function TripButton({ trip, isSelected, onPress }: { trip: Trip; isSelected: boolean; onPress: () => void }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { endOf } = useEndTime()
  const facts = [
    format.duration(trip.duration_s),
    trip.average_speed_kph === null ? undefined : formatSpeed(trip.average_speed_kph),
  ]
  const ends = [
    {
      at: format.time(trip.trip_started_at),
      place: trip.start.address ?? t('unknownPlace'),
      more: formatDistance(trip.distance_m),
    },
    {
      at: endOf(trip) ?? t('now'),
      place: trip.is_open ? t('goingOn') : (trip.stop.address ?? t('unknownPlace')),
      more: joined(facts),
    },
  ]
  return (
    <PressableRow aria-pressed={isSelected} onClick={onPress}>
      {ends.map(({ at, place, more }, index) => (
        <Row gap={1.25} align="stretch" key={index}>
          <Span weight="strong">{at}</Span>
          <Span clipped grow title={place}>
            {place}
          </Span>
          <Span weight={index === 0 ? 'strong' : 'regular'} tone={index === 0 ? 'primary' : 'secondary'}>
            {more}
          </Span>
        </Row>
      ))}
    </PressableRow>
  )
}
