import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, Hint, SmallHint, Span } from '../../../components/layout/index.js'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Summary } from '../queries/summary-query.js'

interface FigureProps {
  title: string
  figure: Summary['trips']
  /** How the number reads, without its unit. */
  format: (value: number) => string
  unit?: string
}

/** A number of today, its week, and how it compares with the same day a week ago. */
export function Figure({ title, figure, format, unit }: FigureProps) {
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {title}
      </Typography>
      <Row justify="space-between">
        <Typography variant="metric" component="p" sx={{ flex: 'none' }}>
          {format(figure.today)}
          {unit && (
            <Hint component="span" sx={{ ml: 0.75, fontWeight: 500, letterSpacing: 0 }}>
              {unit}
            </Hint>
          )}
        </Typography>
        <Sparkline series={figure.series} />
      </Row>
      <Change today={figure.today} lastWeek={figure.last_week} />
    </>
  )
}

function Change({ today, lastWeek }: { today: number; lastWeek: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const weekday = format.weekday(useMinute())
  const percent = lastWeek > 0 ? Math.round(((today - lastWeek) / lastWeek) * 100) : undefined
  const plain = percent === undefined ? t('change.none', { weekday }) : percent === 0 ? t('change.same', { weekday }) : undefined
  if (plain || percent === undefined) return <SmallHint>{plain}</SmallHint>
  const isUp = percent > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  const amount = Math.abs(percent)
  return (
    <SmallHint sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Arrow size={14} color={isUp ? 'var(--mui-palette-moving-main)' : undefined} />
      <Span
        component="strong"
        weight="strong"
        tone={isUp ? 'moving' : 'primary'}
        aria-label={t(isUp ? 'change.up' : 'change.down', { percent: amount })}
      >
        {t('change.amount', { percent: amount })}
      </Span>
      <span>{t('change.onLast', { weekday })}</span>
    </SmallHint>
  )
}

const WIDTH = 108
const HEIGHT = 32
const PAD = 4

/** The last days as one line, today marked by a dot. Decorative beside the number it belongs to, named for screen readers. */
function Sparkline({ series }: { series: readonly number[] }) {
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
