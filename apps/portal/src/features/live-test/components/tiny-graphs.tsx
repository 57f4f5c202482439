import Box from '@mui/material/Box'
import { Row } from '../../../components/layout/layout.js'

const WIDTH = 88
const HEIGHT = 36

/** Values over the last fixes, oldest first, as a line. Decorative: the number stands beside it. */
export function TinyLine({ values, colour }: { values: readonly number[]; colour: string }) {
  if (values.length < 2) return null
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const points = values.map(
    (value, index) =>
      `${((index * WIDTH) / (values.length - 1)).toFixed(1)},${(HEIGHT - 4 - ((value - low) / span) * (HEIGHT - 8)).toFixed(1)}`,
  )
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ width: WIDTH, maxWidth: '45%', height: HEIGHT, color: colour }}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} fill="currentColor" opacity="0.12" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </Box>
  )
}

/** One bar for each of the last ten fixes, oldest first: tall and green where it is valid, short where not. */
export function FixBars({ valid }: { valid: readonly boolean[] }) {
  return (
    <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: '3px', height: HEIGHT }}>
      {valid.map((isValid, index) => (
        <Box
          key={index}
          sx={{
            width: 5,
            height: isValid ? '100%' : '45%',
            borderRadius: '2px',
            bgcolor: isValid ? 'moving.main' : 'warning.main',
          }}
        />
      ))}
    </Box>
  )
}

/** Bars of a mobile signal, none where the tracker tells nothing. @param level 0–5 */
export function SignalBars({ level, isOff }: { level: number; isOff: boolean }) {
  return (
    <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: '3px', height: 28 }}>
      {[1, 2, 3, 4, 5].map((bar) => (
        <Box
          key={bar}
          sx={{
            width: 6,
            height: `${bar * 20}%`,
            borderRadius: '2px',
            bgcolor: !isOff && bar <= level ? 'moving.main' : 'line.strong',
          }}
        />
      ))}
    </Box>
  )
}

/** An arrow in a ring that points where the vehicle does. */
export function Compass({ heading }: { heading: number }) {
  return (
    <Box component="svg" aria-hidden viewBox="0 0 48 48" sx={{ width: 48, height: 48, flex: 'none' }}>
      <circle cx="24" cy="24" r="22" fill="var(--mui-palette-surface-subtle)" stroke="var(--mui-palette-line-strong)" />
      <path d="M24 3v5M24 40v5M3 24h5M40 24h5" stroke="var(--mui-palette-control-main)" strokeWidth="1.5" />
      <path
        d="M24 11l7 18-7-4-7 4z"
        fill="var(--mui-palette-accent-main)"
        style={{ transform: `rotate(${heading}deg)`, transformOrigin: '24px 24px', transition: 'transform 240ms' }}
      />
    </Box>
  )
}

/** How full a battery is. @param percent 0–100 */
export function BatteryGauge({ percent }: { percent: number }) {
  const colour = percent < 20 ? 'missing.main' : percent < 40 ? 'warning.main' : 'moving.main'
  return (
    <Row gap={0} aria-hidden>
      <Box sx={{ width: 56, height: 26, p: '3px', border: 2, borderColor: 'line.strong', borderRadius: '6px' }}>
        <Box sx={{ width: `${percent}%`, height: '100%', borderRadius: '2px', bgcolor: colour }} />
      </Box>
      <Box sx={{ width: 4, height: 12, borderRadius: '0 3px 3px 0', bgcolor: 'line.strong' }} />
    </Row>
  )
}
