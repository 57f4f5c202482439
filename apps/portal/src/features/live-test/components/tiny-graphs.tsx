import Box from '@mui/material/Box'
import { Row } from '../../../components/layout/layout.js'

const WIDTH = 88
const HEIGHT = 36

/** Line of the values of the last fixes, oldest first. It is decorative, because the number is beside it. */
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

interface BarsProps {
  /** Height in per cent and colour of each bar. */
  bars: readonly { percent: number; colour: string }[]
  height: number
  width: number
}

const Bars = ({ bars, height, width }: BarsProps) => (
  <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', flex: 'none', gap: '3px', height }}>
    {bars.map(({ percent, colour }, at) => (
      <Box key={at} sx={{ width, height: `${percent}%`, borderRadius: '2px', bgcolor: colour }} />
    ))}
  </Box>
)

/** One bar for each of the last ten fixes, oldest first: tall and green if valid, short if not. */
export const FixBars = ({ valid }: { valid: readonly boolean[] }) => (
  <Bars
    height={HEIGHT}
    width={5}
    bars={valid.map((isValid) => (isValid ? { percent: 100, colour: 'moving.main' } : { percent: 45, colour: 'warning.main' }))}
  />
)

/** Bars of the mobile signal. None are filled if the tracker does not report it. @param level 0–5 */
export const SignalBars = ({ level, isOff }: { level: number; isOff: boolean }) => (
  <Bars
    height={28}
    width={6}
    bars={[1, 2, 3, 4, 5].map((bar) => ({
      percent: bar * 20,
      colour: !isOff && bar <= level ? 'moving.main' : 'line.strong',
    }))}
  />
)

/** Arrow in a ring that points in the vehicle's direction. */
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

/** Charge level of a battery. @param percent 0–100 */
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
