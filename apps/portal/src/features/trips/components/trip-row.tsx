import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { formatDistance, formatMetres, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Trip } from '../queries/trip-queries.js'
import { addressOf, type AddressBook } from '../use-addresses.js'

export interface TripRowProps {
  trip: Trip
  addresses: AddressBook
  isSelected: boolean
  onToggle: () => void
}

/** One trip: when and where it began and ended, how far, how long, how fast. */
export function TripRow({ trip, addresses, isSelected, onToggle }: TripRowProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const facts = [
    format.duration(trip.duration_s),
    trip.average_speed_kph === null ? undefined : formatSpeed(trip.average_speed_kph),
  ]
  return (
    <ButtonBase
      aria-pressed={isSelected}
      onClick={onToggle}
      sx={{
        display: 'grid',
        gridTemplateColumns: '12px auto minmax(0, 1fr) auto',
        columnGap: 1.25,
        justifyContent: 'stretch',
        alignItems: 'center',
        width: '100%',
        px: 2.5,
        py: 1,
        textAlign: 'left',
        fontSize: 13,
        lineHeight: '20px',
        fontVariantNumeric: 'tabular-nums',
        letterSpacing: '-.01em',
        boxShadow: isSelected ? 'inset 3px 0 0 var(--mui-palette-accent-main)' : 'none',
        bgcolor: isSelected ? 'accent.soft' : 'transparent',
        '&:hover': { bgcolor: isSelected ? 'accent.soft' : 'surface.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Rail isSelected={isSelected} isOpen={trip.is_open} />
      <Span weight="strong">{format.time(trip.trip_started_at)}</Span>
      <Ellipsis>{addressOf(trip.start, addresses) ?? t('unknownPlace')}</Ellipsis>
      <Tooltip title={formatMetres(trip.distance_m)}>
        <Box component="span" sx={{ fontWeight: 600, textAlign: 'right' }}>
          {formatDistance(trip.distance_m)}
        </Box>
      </Tooltip>
      <Box component="span" sx={{ gridColumn: 2, fontWeight: 600 }}>
        {trip.is_open || trip.trip_ended_at === null ? <Span tone="accent">{t('now')}</Span> : format.time(trip.trip_ended_at)}
      </Box>
      <Ellipsis>{trip.is_open ? t('goingOn') : (addressOf(trip.stop, addresses) ?? t('unknownPlace'))}</Ellipsis>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12, textAlign: 'right' }}>
        {facts.filter(Boolean).join(' · ')}
      </Box>
    </ButtonBase>
  )
}

function Ellipsis({ children }: { children: string }) {
  return (
    <Span clipped title={children}>
      {children}
    </Span>
  )
}

/** Ring above square, joined: start and stop as the map marks them. A trip that goes on ends in a dot. */
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
