import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

const WIDTH = 108
const HEIGHT = 32
const PAD = 4

/** The last days as one line, today marked by a dot. Decorative beside the number it belongs to, named for screen readers. */
export function Sparkline({ series }: { series: readonly number[] }) {
  const { t } = useTranslation('home')
  if (series.length < 2) return null
  const low = Math.min(...series)
  const span = Math.max(...series) - low || 1
  const points = series.map((value, index) => ({
    x: PAD + (index * (WIDTH - 2 * PAD)) / (series.length - 1),
    y: HEIGHT - PAD - ((value - low) / span) * (HEIGHT - 2 * PAD),
  }))
  const today = points.at(-1) ?? { x: 0, y: 0 }
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${t('sparkline', { count: series.length })}: ${series.map(Math.round).join(', ')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ flex: `0 1 ${WIDTH}px`, minWidth: 48, height: HEIGHT, color: 'primary.main' }}
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={today.x} cy={today.y} r="3" fill="currentColor" />
    </Box>
  )
}
