import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { formatDistance } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { formatDay } from '../../../lib/day-range.js'
import type { DayOfTrips } from '../trip-days.js'
import type { AddressBook } from '../use-addresses.js'
import { TripReasons } from './trip-reasons.js'
import { TripRow } from './trip-row.js'

interface TripDayProps {
  day: DayOfTrips
  addresses: AddressBook
  selectedTripId: number | undefined
  onToggle: (tripId: number) => void
  onPoint: (tripId: number | undefined) => void
}

/** Trips of a day below their totals: number, distance, duration (R-081, G-44). */
export function TripDaySection({ day, addresses, selectedTripId, onToggle, onPoint }: TripDayProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { totals } = day
  const weekday = format.weekdayOf(day.day)
  return (
    <Box component="section" aria-label={formatDay(day.day)} sx={{ borderTop: 1, borderColor: 'divider', pb: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, px: 2.5, py: 1 }}>
        <Typography
          component="h3"
          sx={{ flex: 1, fontSize: 12, lineHeight: '20px', fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {t('dayTitle', { weekday, date: formatDay(day.day) })}
        </Typography>
        <Span size="caption" tone="secondary">
          {[t('tripCount', { count: totals.trips }), formatDistance(totals.distance_m), format.duration(totals.duration_s)].join(
            ' · ',
          )}
        </Span>
      </Box>
      <ul>
        {day.trips.map((trip) => (
          <li key={trip.id}>
            <TripRow
              trip={trip}
              addresses={addresses}
              isSelected={trip.id === selectedTripId}
              onToggle={() => onToggle(trip.id)}
              onPoint={(isPointed) => onPoint(isPointed ? trip.id : undefined)}
            />
            {trip.id === selectedTripId && <TripReasons trip={trip} />}
          </li>
        ))}
      </ul>
    </Box>
  )
}
