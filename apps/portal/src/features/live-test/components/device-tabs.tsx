import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { formatImei } from '../../../lib/format/numbers.js'
import type { TrackedDevice } from '../tracked-devices.js'

interface DeviceTabsProps {
  devices: readonly TrackedDevice[]
  selected: string
  onSelect: (imei: string) => void
}

/** Tabs of the trackers under test, labelled with the last digits of the IMEI, which the installer also finds on the box. */
export function DeviceTabs({ devices, selected, onSelect }: DeviceTabsProps) {
  const { t } = useTranslation('liveTest')
  return (
    <Tabs
      value={selected}
      variant="scrollable"
      aria-label={t('devices')}
      onChange={(_event, imei: string) => onSelect(imei)}
      sx={{ minHeight: 40, '& .MuiTab-root': { minHeight: 40, fontVariantNumeric: 'tabular-nums' } }}
    >
      {devices.map(({ imei }) => (
        <Tab key={imei} value={imei} label={<span title={formatImei(imei)}>…{formatImei(imei.slice(-6))}</span>} />
      ))}
    </Tabs>
  )
}
