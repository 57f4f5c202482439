import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TrackerClock } from '../../../components/time/tracker-clock.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'

/** Shows the error of the tracker's clock. If an offset from UTC explains the error, a button sets that offset. */
export function DeviceClock({ device, clock }: { device: Device; clock: NonNullable<Device['clock']> }) {
  const { t } = useTranslation('trackerClock')
  const notify = useNotify()
  const disabledBecause = useMissingRight('manage:devices')
  const update = useDeviceChange(changes.update)
  const { imei } = device
  const set = (minutes: number, offset: string) => {
    const body = { imei, utc_offset_minutes: minutes }
    const onSuccess = () => notify.success(t('done', { imei, offset }))
    update.mutate({ device, body }, { onSuccess, onError: notify.failure })
  }
  return (
    <TrackerClock
      clock={clock}
      act={({ minutes, shown }) => (
        <ActionButton
          size="small"
          startIcon={<Clock />}
          loading={update.isPending}
          disabledBecause={disabledBecause}
          onClick={() => set(minutes, shown)}
        >
          {t('set', { offset: shown })}
        </ActionButton>
      )}
    />
  )
}
