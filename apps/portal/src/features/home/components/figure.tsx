import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Detail, Row, SmallHint, Span } from '../../../components/layout/index.js'
import { useMinute } from '../../../lib/clock.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Summary } from '../queries/summary-query.js'
import { NumberLink } from './number-link.js'

interface FigureProps {
  title: string
  figure: Summary['trips']
  /** Formats the number without its unit. */
  format: (value: number) => string
  unit?: string
  /** URL of the list of the items counted today. Absent if the user is not allowed to open it. */
  path: string | undefined
  /** Note on how the number was measured. */
  note?: string
}

/** Shows today's number, the numbers of the days before, and a comparison with the same weekday up to the same hour. */
export function Figure({ title, figure, format, unit, path, note }: FigureProps) {
  const today = format(figure.today)
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {title}
      </Typography>
      <Row justify="space-between">
        <Typography variant="metric" component="p" sx={{ flex: 'none' }}>
          <NumberLink to={figure.today > 0 ? path : undefined} label={`${title}: ${[today, unit].filter(Boolean).join(' ')}`}>
            {today}
            {unit && (
              <Span size="dense" tone="secondary" weight="medium" sx={{ letterSpacing: 0 }}>
                {` ${unit}`}
              </Span>
            )}
          </NumberLink>
        </Typography>
        <Sparkline days={figure.days} />
      </Row>
      <Change today={figure.today} lastWeek={figure.last_week} />
      {note && <Detail>{note}</Detail>}
    </>
  )
}

function Change({ today, lastWeek }: { today: number; lastWeek: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const weekday = format.weekdayOf(format.day(useMinute()))
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

/**
 * Line of the complete days before today. Today is not part of the line, because its number is still incomplete and would
 * pull the line down. A separate ring shows it.
 */
function Sparkline({ days }: { days: Summary['trips']['days'] }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  if (days.length < 2) return null
  const values = days.map(({ value }) => value)
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const points = days.map(({ value, is_running }, index) => ({
    x: PAD + (index * (WIDTH - 2 * PAD)) / (days.length - 1),
    y: HEIGHT - PAD - ((value - low) / span) * (HEIGHT - 2 * PAD),
    isRunning: is_running,
  }))
  const told = days.map(
    ({ day, value, is_running }) => `${format.weekdayOf(day)} ${formatCount(value)}${is_running ? ` (${t('soFar')})` : ''}`,
  )
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${t('sparkline', { count: days.length })}: ${told.join(', ')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ flex: `0 1 ${WIDTH}px`, minWidth: 48, height: HEIGHT, color: 'primary.main' }}
    >
      <polyline
        points={points
          .filter(({ isRunning }) => !isRunning)
          .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
          .join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {points
        .filter(({ isRunning }) => isRunning)
        .map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="2.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        ))}
    </Box>
  )
}
