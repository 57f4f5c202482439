import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Row, Span } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { vars } from '../../../theme/components/vars.js'
import type { Value } from './report-value.js'

/** Bar that compares a distance with the others in its column. It is orange, the colour of trips on every screen. */
export const DistanceBar = ({ value, most }: { value: Value; most: number }) => (
  <BarTrack aria-hidden>
    <BarFill style={{ width: `${typeof value === 'number' && most > 0 ? (value / most) * 100 : 0}%` }} />
  </BarTrack>
)

const BarTrack = styled('span')({ flex: 1, minWidth: 80, display: 'flex' })
const BarFill = styled('span')(({ theme }) => ({ height: 7, borderRadius: 3, backgroundColor: vars(theme).accent.main }))

/** Returns the background of a number. It is stronger for higher values, but the number stays readable. */
export const heatOf = (value: Value, most: number) => {
  if (typeof value !== 'number' || value === 0 || most === 0) return undefined
  const share = Math.round(8 + (value / most) * 32)
  return { backgroundColor: `color-mix(in srgb, var(--mui-palette-primary-main) ${share}%, transparent)` }
}

const PARTS = ['moving', 'idle', 'parked'] as const
type Part = (typeof PARTS)[number]

/**
 * Shows the shares of a day in which a vehicle moved, stood within a trip and was parked, distinguished by pattern and colour.
 */
export function ShareBar({ row }: { row: Readonly<Record<string, Value>> }) {
  const { t } = useTranslation('reports')
  const shares = PARTS.map((part) => ({ part, share: Number(row[`${part}_share`] ?? 0) }))
  if (shares.every(({ share }) => share === 0)) return null
  return (
    <Shares
      role="img"
      aria-label={shares.map(({ part, share }) => t(`shares.${part}`, { share: formatCount(share) })).join(', ')}
    >
      {shares.map(({ part, share }) => (
        <Share key={part} part={part} style={{ flexGrow: share }} />
      ))}
    </Shares>
  )
}

/** Explains the patterns. */
export function ShareLegend() {
  const { t } = useTranslation('reports')
  return (
    <Row wrap gap={2} pad={[1.5, 2]}>
      {PARTS.map((part) => (
        <Row key={part} gap={0.75}>
          <Share part={part} style={{ width: 18, height: 12, borderRadius: 3 }} />
          <Span size="caption">{t(`shares.legend.${part}`)}</Span>
        </Row>
      ))}
    </Row>
  )
}

const Shares = styled('div')({ display: 'flex', height: 14, minWidth: 160, borderRadius: 4, overflow: 'hidden' })
const Share = styled('span', { shouldForwardProp: (name) => name !== 'part' })<{ part: Part }>(({ theme, part }) => {
  const { accent, idle, surface, line } = vars(theme)
  const stripes = `repeating-linear-gradient(45deg, ${idle.main} 0 3px, ${idle.soft} 3px 6px)`
  const dots = `radial-gradient(${line.strong} 1px, transparent 1.2px) 0 0 / 6px 6px`
  const grounds: Record<Part, string> = { moving: accent.main, idle: stripes, parked: `${dots}, ${surface.subtle}` }
  return { background: grounds[part] }
})
