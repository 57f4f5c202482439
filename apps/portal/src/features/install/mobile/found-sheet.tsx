import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CloudOff, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FactGrid } from '../../../components/fact-grid.js'
import { IconTile, type IconTone } from '../../../components/icon-tile.js'
import { Fill, Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { Ago } from '../../../components/time/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { isUnreachable } from '../../../lib/api/api-error.js'
import { errorReason } from '../../../lib/api/error-text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { devicesQuery, type FoundDevice } from '../queries/install-queries.js'

interface FoundSheetProps {
  imei: string
  wants: 'new' | 'old'
  onUse: (imei: string, device: FoundDevice | undefined) => void
}

interface Finding {
  tone: IconTone
  icon: LucideIcon
  title: string
  isUsable: boolean
}

/** Returns whether the tracker can be used, or the reason why not. */
function useFinding(imei: string, wants: 'new' | 'old'): { finding: Finding; device: FoundDevice | undefined } {
  const { t } = useTranslation(['installMobile', 'install'])
  const { t: tErrors } = useTranslation('errors')
  const { data, error } = useQuery(devicesQuery(imei))
  const device = data?.devices.find((one) => one.imei === imei)
  const finding = (): Finding => {
    // Offline, any IMEI is accepted. When the installation is sent, the API checks whether the tracker is available.
    if (isUnreachable(error)) return { tone: 'neutral', icon: CloudOff, title: t('scan.unchecked'), isUsable: wants === 'new' }
    if (error) return { tone: 'error', icon: CircleAlert, title: errorReason(error, tErrors), isUsable: false }
    if (!data) return { tone: 'neutral', icon: LoaderCircle, title: t('scan.searching'), isUsable: false }
    if (!device) return { tone: 'error', icon: CircleAlert, title: t('scan.unknown'), isUsable: false }
    if (wants === 'old')
      return device.blocked === 'installed'
        ? { tone: 'good', icon: Check, title: device.entity_name ?? t('scan.found'), isUsable: true }
        : { tone: 'error', icon: CircleAlert, title: t('scan.onNothing'), isUsable: false }
    if (device.blocked === null) return { tone: 'good', icon: Check, title: t('scan.found'), isUsable: true }
    const title =
      device.blocked === 'installed'
        ? t('install:device.installed', { name: device.entity_name ?? '' })
        : t('install:device.returned')
    return { tone: 'error', icon: CircleAlert, title, isUsable: false }
  }
  return { finding: finding(), device }
}

/** Shows the scanned tracker: its vehicle, its firmware, when it last reported, and whether it can be used. */
export function FoundSheet({ imei, wants, onUse }: FoundSheetProps) {
  const { t } = useTranslation('installMobile')
  const { finding, device } = useFinding(imei, wants)
  return (
    <Stack role="status">
      <Row gap={1.5}>
        <IconTile icon={finding.icon} tone={finding.tone} />
        <Fill>
          <Text size="title" breaks>
            {finding.title}
          </Text>
          <Text size="body" tone="secondary" tabular>
            {formatImei(imei)}
          </Text>
        </Fill>
        {device?.model && <ToneChip tone="quiet" label={device.model} />}
      </Row>
      {device && <Facts device={device} />}
      {finding.isUsable && (
        <Button variant="contained" size="large" fullWidth onClick={() => onUse(imei, device)}>
          {t(wants === 'old' ? 'scan.useVehicle' : 'scan.use')}
        </Button>
      )}
    </Stack>
  )
}

function Facts({ device }: { device: FoundDevice }) {
  const { t } = useTranslation(['installMobile', 'map'])
  const facts = [
    { label: t('scan.linkedTo'), value: device.blocked === 'installed' ? device.entity_name : t('scan.nothing') },
    { label: t('scan.firmware'), value: device.firmware_version ?? '—' },
    {
      label: t('scan.lastSeen'),
      value: <Ago at={device.last_seen} never={t(device.location_hidden ? 'map:hidden.short' : 'scan.never')} />,
    },
  ]
  return <FactGrid isFramed facts={facts} />
}
