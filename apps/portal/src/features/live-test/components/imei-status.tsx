import { Radio } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/layout.js'
import { EmptyState } from '../../../components/empty-state.js'
import { useClock } from '../../../lib/clock.js'
import { useTrackedDevices } from '../tracked-devices.js'
import { DeviceTest } from './device-test.js'
import { DeviceTabs } from './device-tabs.js'
import { ImeiSearch } from './imei-search.js'

interface ImeiStatusProps {
  /** Tracker shown, from the URL. */
  imei: string | undefined
  onImei: (imei: string | undefined) => void
}

/** Finds a tracker and shows live whether it works. Tests continue when the screen is left. */
export function ImeiStatus({ imei, onImei }: ImeiStatusProps) {
  const { t } = useTranslation('liveTest')
  const clock = useClock()
  const { devices, selected, track, stop } = useTrackedDevices()
  useEffect(() => {
    if (imei) track(imei, clock.now())
  }, [imei, track, clock])
  const shown = imei ?? selected
  const device = devices.find((one) => one.imei === shown)
  const end = (ended: string) => {
    stop(ended)
    onImei(devices.find((one) => one.imei !== ended)?.imei)
  }
  return (
    <Stack>
      <ImeiSearch onFound={onImei} />
      {devices.length > 1 && shown && <DeviceTabs devices={devices} selected={shown} onSelect={onImei} />}
      {device ? (
        <DeviceTest key={device.imei} device={device} onStop={() => end(device.imei)} />
      ) : (
        <EmptyState icon={Radio} title={t('empty.title')} text={t('empty.text')} />
      )}
    </Stack>
  )
}
