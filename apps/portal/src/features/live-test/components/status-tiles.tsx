import { Row } from '../../../components/layout/layout.js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { BatteryCharging, Clock, Compass as CompassIcon, Gauge, Lock, type LucideIcon, Satellite, Signal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { formatCount, formatSpeed, NBSP } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { DeviceWatch } from '../use-device-watch.js'
import { BatteryGauge, Compass, FixBars, SignalBars, TinyLine } from './tiny-graphs.js'

const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
const compassPoint = (heading: number) => POINTS[Math.round((((heading % 360) + 360) % 360) / 45) % 8]!
const volts = (millivolts: number) => `${(millivolts / 1_000).toFixed(1)}${NBSP}V`
const qualityColours = { good: 'moving.main', fair: 'warning.main', poor: 'missing.main', unknown: 'text.secondary' } as const
const networkColours = { connected: 'moving.main', disconnected: 'missing.main', waiting: 'text.secondary' } as const

function useTiles({ status, now, lastUpdate, speedKph, heading, positionedAt, isHidden, network }: DeviceWatch): TileProps[] {
  const { t } = useTranslation(['liveTest', 'map'])
  const format = useFormat()
  const age = (at: number | string | undefined) => (at === undefined ? undefined : format.relative(at, now))
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
      value: heading === undefined ? '—' : `${formatCount(heading)}°`,
      sub: heading === undefined ? undefined : join(t(`map:compass.${compassPoint(heading)}`), age(positionedAt)),
      graph: heading !== undefined && <Compass heading={heading} />,
      ...hidden,
    },
    {
      label: t('tiles.network'),
      icon: Signal,
      value: t(`network.${network}`),
      colour: networkColours[network],
      sub: join(signal !== null && t('signal', { level: signal }), age(lastUpdate)),
      graph: signal !== null && <SignalBars level={Math.min(5, signal)} isOff={network !== 'connected'} />,
    },
    {
      label: t('tiles.gps'),
      icon: Satellite,
      value: t(`gps.${quality}`),
      colour: qualityColours[quality],
      sub: join(t('fixes', { valid: gps?.valid ?? 0, total: gps?.total ?? 0 }), age(fixes.at(-1)?.positioned_at)),
      graph: <FixBars valid={fixes.map(({ valid }) => valid)} />,
    },
    {
      label: t('tiles.battery'),
      icon: BatteryCharging,
      value: battery ? volts(battery.millivolts) : '—',
      sub: battery
        ? join(battery.percent !== null && t('about', { percent: battery.percent }), age(battery.measured_at))
        : t('unmeasured'),
      graph: battery?.percent != null && <BatteryGauge percent={battery.percent} />,
    },
  ]
}

/** last update, speed, heading, network, GPS quality and external battery, each with its age and a small graph. */
export function StatusTiles({ watch }: { watch: DeviceWatch }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
        gap: { xs: 1, sm: 2 },
        m: 0,
      }}
    >
      {useTiles(watch).map((tile) => (
        <Tile key={tile.label} {...tile} isLoading={watch.status === undefined} />
      ))}
    </Box>
  )
}

const join = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ') || undefined

interface TileProps {
  label: string
  icon: LucideIcon
  value: ReactNode
  colour?: string
  sub?: string
  graph?: ReactNode
  isLoading?: boolean
}

function Tile({ label, icon: Icon, value, colour = 'text.primary', sub, graph, isLoading }: TileProps) {
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 116, p: { xs: 1.5, sm: 2 }, borderRadius: '10px' }}
    >
      <Row component="dt" align="stretch" justify="space-between" size="caption" tone="secondary">
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' }}>
          {label}
        </Box>
        <Icon />
      </Row>
      <Box
        component="dd"
        sx={{
          flex: 1,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 1,
          m: 0,
          mt: 1,
        }}
      >
        {isLoading ? (
          <Skeleton width="70%" height={44} />
        ) : (
          <>
            <Box sx={{ minWidth: 0 }}>
              <Box
                sx={{
                  fontSize: { xs: 17, sm: 20 },
                  lineHeight: '28px',
                  fontWeight: 600,
                  color: colour,
                  fontVariantNumeric: 'tabular-nums',
                  overflowWrap: 'anywhere',
                  hyphens: 'auto',
                }}
              >
                {value}
              </Box>
              {sub && (
                <Text size="caption" tone="secondary" tabular>
                  {sub}
                </Text>
              )}
            </Box>
            {graph}
          </>
        )}
      </Box>
    </Paper>
  )
}
