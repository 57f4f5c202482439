import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FactGrid } from '../../../components/fact-grid.js'
import { Row } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei, formatSpeed, formatVolts } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { DEFECTIVE_AFTER_MS } from '../live-phase.js'
import { type TrackedDevice, useTrackedDevices } from '../tracked-devices.js'
import { type DeviceWatch, useDeviceWatch } from '../use-device-watch.js'
import { DeviceTabs } from './device-tabs.js'
import { PhaseChip } from './phase-chip.js'

interface LiveTestDockProps {
  /** Returns the URL of the screen that shows a tracker's whole test. */
  pathOf: (imei: string) => string
  /** True if the screen already shows the test. */
  isAside: boolean
}

/** Shows the live test on other screens (D.9, G-48). The test continues until the user has closed every tracker. */
export function LiveTestDock({ pathOf, isAside }: LiveTestDockProps) {
  const { t } = useTranslation('liveTest')
  const { devices, selected, select, stop } = useTrackedDevices()
  const [isFolded, setFolded] = useState(false)
  const device = devices.find(({ imei }) => imei === selected) ?? devices[0]
  if (!device || isAside) return null
  return (
    <Box
      component="aside"
      aria-label={t('dock')}
      sx={{
        flex: 'none',
        px: { xs: 1.5, md: 2 },
        py: 1,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        boxShadow: 'var(--mui-palette-lift-pop)',
        zIndex: 'appBar',
      }}
    >
      {devices.length > 1 && !isFolded && <DeviceTabs devices={devices} selected={device.imei} onSelect={select} />}
      <DockedDevice
        key={device.imei}
        device={device}
        isFolded={isFolded}
        onFold={() => setFolded(!isFolded)}
        path={pathOf(device.imei)}
        onStop={() => stop(device.imei)}
      />
    </Box>
  )
}

interface DockedDeviceProps {
  device: TrackedDevice
  isFolded: boolean
  onFold: () => void
  path: string
  onStop: () => void
}

function DockedDevice({ device, isFolded, onFold, path, onStop }: DockedDeviceProps) {
  const { t } = useTranslation('liveTest')
  const watch = useDeviceWatch(device)
  const { status, phase } = watch
  const isDefective = phase === 'connected' && watch.waitingMs >= DEFECTIVE_AFTER_MS
  return (
    <>
      <Row>
        <PhaseChip phase={phase} />
        <Text clipped grow weight="strong">
          <MuiLink component={Link} to={path} color="textPrimary">
            {status?.entity_name ?? formatImei(device.imei)}
          </MuiLink>
        </Text>
        <Button component={Link} to={path} size="small" sx={{ flex: 'none', display: { xs: 'none', sm: 'inline-flex' } }}>
          {t('openTest')}
        </Button>
        <TooltipIconButton
          label={t(isFolded ? 'unfold' : 'fold')}
          icon={isFolded ? ChevronUp : ChevronDown}
          aria-expanded={!isFolded}
          onClick={onFold}
        />
        <TooltipIconButton label={t('stopOne', { imei: formatImei(device.imei) })} icon={X} onClick={onStop} />
      </Row>
      {!isFolded && <DockedFacts watch={watch} />}
      {isDefective && (
        <Text role="alert" tone="missing" weight="medium">
          {t('defective.title')}
        </Text>
      )}
    </>
  )
}

function DockedFacts({ watch }: { watch: DeviceWatch }) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const { status, lastUpdate, now, speedKph, network, isHidden } = watch
  const battery = status?.external_battery
  const facts = [
    { label: t('tiles.lastUpdate'), value: lastUpdate === undefined ? t('never') : format.relative(lastUpdate, now) },
    { label: t('tiles.speed'), value: isHidden ? t('hidden.short') : speedKph === undefined ? '—' : formatSpeed(speedKph) },
    { label: t('tiles.network'), value: t(`network.${network}`) },
    {
      label: t('tiles.gps'),
      value: `${t(`gps.${status?.gps.quality ?? 'unknown'}`)}, ${t('fixes', { valid: status?.gps.valid ?? 0, total: status?.gps.total ?? 0 })}`,
    },
    { label: t('tiles.battery'), value: battery ? formatVolts(battery.millivolts) : '—' },
  ]
  return <FactGrid facts={facts} />
}
