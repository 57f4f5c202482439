import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'

/** Asks before a tracker is turned away for good or until it is restored. */
export function DeleteDialog({ device, onClose }: { device: Device; onClose: (isGone?: boolean) => void }) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const remove = useDeviceChange(changes.remove)
  const imei = formatImei(device.imei)
  const act = () =>
    remove.mutate(device.id, {
      onSuccess: () => {
        notify.success(t('done.deleted', { imei: device.imei }))
        onClose(true)
      },
      onError: notify.failure,
    })
  return (
    <AskDialog
      title={t('delete.title', { imei })}
      onClose={() => onClose()}
      act={{ label: t('delete.confirm'), onAct: act, isPending: remove.isPending, isDanger: true }}
      keepLabel={t('delete.keep')}
    >
      <Hint>{t('delete.text')}</Hint>
    </AskDialog>
  )
}
