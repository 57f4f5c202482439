import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { PressableRow } from '../../../components/pressable-row.js'
import { formatDistance, formatMetres, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Trip } from '../queries/trip-queries.js'
import { addressOf, type AddressBook } from '../use-addresses.js'
import { EndTime } from '../../../components/time/end-time.js'
import { joined } from '../../../lib/format/joined.js'

interface TripRowProps {
  trip: Trip
  addresses: AddressBook
  isSelected: boolean
  onToggle: () => void
  /** Called with true when pointer or focus enters, with false when it leaves. */
  onPoint: (isPointed: boolean) => void
}

/** One trip: start and end with time and place, distance, duration and speed. */
export function TripRow({ trip, addresses, isSelected, onToggle, onPoint }: TripRowProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const facts = [
    format.duration(trip.duration_s),
    trip.average_speed_kph === null ? undefined : formatSpeed(trip.average_speed_kph),
  ]
  return (
    <TripButton
      aria-pressed={isSelected}
      onClick={onToggle}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <Rail isSelected={isSelected} isOpen={trip.is_open} />
      <Span weight="strong">{format.time(trip.trip_started_at)}</Span>
      <Ellipsis>{addressOf(trip.start, addresses) ?? t('unknownPlace')}</Ellipsis>
      <Tooltip title={formatMetres(trip.distance_m)}>
        <End>
          <Span weight="strong">{formatDistance(trip.distance_m)}</Span>
        </End>
      </Tooltip>
      <Span weight="strong">
        {trip.is_open || trip.trip_ended_at === null ? (
          <Span tone="accent">{t('now')}</Span>
        ) : (
          <EndTime trip={trip} form="time" />
        )}
      </Span>
      <Ellipsis>{trip.is_open ? t('goingOn') : (addressOf(trip.stop, addresses) ?? t('unknownPlace'))}</Ellipsis>
      <End>
        <Span size="caption" tone="secondary">
          {joined(facts)}
        </Span>
      </End>
    </TripButton>
  )
}

const TripButton = styled(PressableRow)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '12px auto minmax(0, 1fr) auto',
  columnGap: theme.spacing(1.25),
  justifyContent: 'stretch',
  alignItems: 'center',
  padding: theme.spacing(1, 2.5),
  letterSpacing: '-.01em',
}))
const End = styled('span')({ textAlign: 'right' })

function Ellipsis({ children }: { children: string }) {
  return (
    <Span clipped title={children}>
      {children}
    </Span>
  )
}

/** Ring above square, joined: start and stop as marked on the map. An open trip ends in a dot. */
function Rail({ isSelected, isOpen }: { isSelected: boolean; isOpen: boolean }) {
  const colour = isSelected || isOpen ? 'var(--mui-palette-accent-main)' : 'var(--mui-palette-offline-main)'
  return (
    <Box component="svg" aria-hidden width={12} height={36} viewBox="0 0 12 36" sx={{ gridRow: '1 / 3' }}>
      <path
        d="M6 12V26"
        stroke={colour}
        strokeWidth="2"
        opacity={isSelected ? 1 : 0.45}
        strokeDasharray={isOpen ? '2 3' : undefined}
      />
      <circle cx="6" cy="8" r="4" fill="none" stroke={colour} strokeWidth="2" />
      {isOpen ? <circle cx="6" cy="28" r="3" fill={colour} /> : <rect x="1" y="23" width="10" height="10" rx="3" fill={colour} />}
    </Box>
  )
}
