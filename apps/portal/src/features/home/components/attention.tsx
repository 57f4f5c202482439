import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import {
  ArrowDown,
  ArrowUp,
  BatteryLow,
  BellRing,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CreditCard,
  type LucideIcon,
  Siren,
  Umbrella,
  WifiOff,
  Wrench,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../components/icon.js'
import { Fill, Row, Span } from '../../../components/layout/index.js'
import { VisuallyHidden } from '../../../components/said.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { vars } from '../../../theme/components/vars.js'
import type { Summary } from '../queries/summary-query.js'

type Item = Summary['attention'][number]

const SIGNS: Record<Item['kind'], { icon: LucideIcon; tone: 'missing' | 'warning' | 'offline' }> = {
  open_case: { icon: Siren, tone: 'missing' },
  open_alert: { icon: BellRing, tone: 'missing' },
  unverified: { icon: CircleDashed, tone: 'warning' },
  silent: { icon: WifiOff, tone: 'offline' },
  low_battery: { icon: BatteryLow, tone: 'warning' },
  subscription_ending: { icon: CreditCard, tone: 'warning' },
  insurance_ending: { icon: Umbrella, tone: 'warning' },
  service_due: { icon: Wrench, tone: 'warning' },
}

const line = { gap: 8, width: '100%', minHeight: 28, fontSize: 13, lineHeight: '20px', textAlign: 'left' } as const
const LinkLine = styled(ButtonBase)(({ theme }) => ({
  ...line,
  borderRadius: 6,
  '&:hover': { backgroundColor: vars(theme).surface.hover },
  '@media (pointer: coarse)': { minHeight: 44 },
})) as typeof ButtonBase

/** Shows the lines in columns if there is room. Six lines then take two or three rows. */
const Columns = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 384px), 1fr))',
  columnGap: theme.spacing(4),
}))

/**
 * Lists what needs attention today. Each line links to exactly the vehicles or cases that it counts. If all counts are zero,
 * shows "All clear".
 */
export function Attention({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('home')
  const waiting = items.filter(({ count }) => count > 0)
  return (
    <>
      <Typography variant="overline" component="h2" color="textSecondary">
        {t('attention.title')}
      </Typography>
      {waiting.length === 0 && (
        <Row tone="secondary" size="dense" leastPx={28}>
          <Icon icon={CircleCheck} tone="moving" />
          {t('attention.clear')}
        </Row>
      )}
      <Columns>
        {waiting.map(({ kind, count, week_ago, path }) => (
          <li key={kind}>
            <LinkLine component={Link} to={path}>
              <Icon icon={SIGNS[kind].icon} tone={SIGNS[kind].tone} />
              <Fill component="span">{t(`attention.${kind}`, { count })}</Fill>
              <Trend more={count - (week_ago ?? count)} />
              <ChevronRight size={14} />
            </LinkLine>
          </li>
        ))}
      </Columns>
    </>
  )
}

/** Shows the change since a week ago. Hidden if the count is the same or was not recorded then. */
function Trend({ more }: { more: number }) {
  const { t } = useTranslation('home')
  if (more === 0) return null
  const Arrow = more > 0 ? ArrowUp : ArrowDown
  const amount = formatCount(Math.abs(more))
  const told = t(more > 0 ? 'attention.more' : 'attention.fewer', { count: Math.abs(more) })
  return (
    <Row component="span" gap={0.25} title={told}>
      <Arrow size={12} aria-hidden />
      <Span size="caption" tone="secondary" tabular aria-hidden>
        {t('attention.inAWeek', { amount })}
      </Span>
      <VisuallyHidden>{told}</VisuallyHidden>
    </Row>
  )
}
