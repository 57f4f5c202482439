import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { BatteryCharging, Clock, Compass as CompassIcon, Gauge, Lock, type LucideIcon, Satellite, Signal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { formatHeading, formatSpeed, formatVolts } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { compassPoint } from '../../../lib/place.js'
import type { Tone } from '../../../theme/tones.js'
import type { DeviceWatch } from '../use-device-watch.js'
import { BatteryGauge, Compass, FixBars, SignalBars, TinyLine } from './tiny-graphs.js'
import { joined } from '../../../lib/format/joined.js'

const QUALITY_TONES = { good: 'moving', fair: 'warning', poor: 'missing', unknown: 'secondary' } as const
const NETWORK_TONES = { connected: 'moving', disconnected: 'missing', waiting: 'secondary' } as const

function useTiles({ status, now, lastUpdate, speedKph, heading, positionedAt, isHidden, network }: DeviceWatch): TileProps[] {
  const { t } = useTranslation(['liveTest', 'map'])
  const format = useFormat()
  const age = (at: number | string | undefined) => (at === undefined ? undefined : inOnePiece(format.relative(at, now)))
  const fixes = [...(status?.fixes ?? [])].reverse()
  const speeds = fixes.flatMap(({ speed_kph }) => speed_kph ?? [])
  const { external_battery: battery, gps, gsm_signal: signal = null } = status ?? {}
  const quality = gps?.quality ?? 'unknown'
  const hidden = isHidden ? { value: <Lock size={20} />, sub: t('hidden.short') } : undefined
  return [
    {
      label: t('tiles.lastUpdate'),
      icon: Clock,
      value: age(lastUpdate) ?? t('never'),
      sub: lastUpdate === undefined ? undefined : `${format.date(lastUpdate)} ${format.clock(lastUpdate)}`,
      ...hidden,
    },
    {
      label: t('tiles.speed'),
      icon: Gauge,
      value: speedKph === undefined ? '—' : formatSpeed(speedKph),
      sub: join(speeds.length > 0 && t('topSpeed', { speed: formatSpeed(Math.max(...speeds)) }), age(positionedAt)),
      graph: !isHidden && <TinyLine values={speeds} colour="accent.main" />,
      ...hidden,
    },
    {
      label: t('tiles.heading'),
      icon: CompassIcon,
      value: heading === undefined ? '—' : formatHeading(heading),
      sub: heading === undefined ? undefined : join(t(`map:compass.${compassPoint(heading)}`), age(positionedAt)),
      graph: heading !== undefined && <Compass heading={heading} />,
      ...hidden,
    },
    {
      label: t('tiles.network'),
      icon: Signal,
      value: t(`network.${network}`),
      tone: NETWORK_TONES[network],
      sub: join(signal !== null && t('signal', { level: signal }), age(lastUpdate)),
      graph: signal !== null && <SignalBars level={Math.min(5, signal)} isOff={network !== 'connected'} />,
      ...hidden,
    },
    {
      label: t('tiles.gps'),
      icon: Satellite,
      value: t(`gps.${quality}`),
      tone: QUALITY_TONES[quality],
      sub: join(t('fixes', { valid: gps?.valid ?? 0, total: gps?.total ?? 0 }), age(fixes.at(-1)?.positioned_at)),
      graph: !isHidden && <FixBars valid={fixes.map(({ valid }) => valid)} />,
      ...hidden,
    },
    {
      label: t('tiles.battery'),
      icon: BatteryCharging,
      value: battery ? formatVolts(battery.millivolts) : '—',
      sub: battery
        ? join(battery.percent !== null && t('about', { percent: battery.percent }), age(battery.measured_at))
        : t('unmeasured'),
      graph: battery?.percent != null && <BatteryGauge percent={battery.percent} />,
      ...hidden,
    },
  ]
}

/**
 * Tiles for last update, speed, heading, network, GPS quality and external battery, each with its age and a small graph.
 */
export const StatusTiles = ({ watch }: { watch: DeviceWatch }) => (
  <Tiles>
    {useTiles(watch).map((tile) => (
      <Tile key={tile.label} {...tile} isLoading={watch.status === undefined} />
    ))}
  </Tiles>
)

const Tiles = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.spacing(1),
  '& dt > span': { minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' },
  '& dd': {
    flex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1),
    marginTop: theme.spacing(1),
  },
  [theme.breakpoints.up('sm')]: { gap: theme.spacing(2), '& dd': { flexWrap: 'nowrap' } },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}))
const TilePaper = styled(Paper)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 116,
  padding: theme.spacing(1.5),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(2) },
}))
const Value = styled(Text)(({ theme }) => ({
  fontSize: 17,
  lineHeight: '28px',
  hyphens: 'auto',
  [theme.breakpoints.up('sm')]: { fontSize: 20 },
}))

/** Keeps an age on one line, by non-breaking spaces. */
const inOnePiece = (age: string) => age.replaceAll(' ', '\u00A0')
const join = (...parts: (string | false | undefined)[]) => joined(parts) || undefined

interface TileProps {
  label: string
  icon: LucideIcon
  value: ReactNode
  tone?: Tone
  sub?: string
  graph?: ReactNode
  isLoading?: boolean
}

const Tile = ({ label, icon: Icon, value, tone = 'primary', sub, graph, isLoading }: TileProps) => (
  <TilePaper>
    <Row component="dt" align="stretch" justify="space-between" size="caption" tone="secondary">
      <span>{label}</span>
      <Icon />
    </Row>
    <dd>
      {isLoading ? (
        <Skeleton width="70%" height={44} />
      ) : (
        <>
          <Fill>
            <Value tone={tone} weight="strong" tabular breaks>
              {value}
            </Value>
            {sub && (
              <Text size="caption" tone="secondary" tabular>
                {sub}
              </Text>
            )}
          </Fill>
          {graph}
        </>
      )}
    </dd>
  </TilePaper>
)
