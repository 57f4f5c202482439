import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint } from '../../../components/layout/index.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { Device } from '../device.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'

/** Asks for confirmation before deleting a tracker. A deleted tracker cannot connect until it is restored. */
export function DeleteDialog({ device, onClose }: { device: Device; onClose: (isGone?: boolean) => void }) {
  const { t } = useTranslation('devices')
  const { id, imei } = device
  const remove = useDeviceChange(changes.remove, { done: () => t('done.deleted', { imei }), then: () => onClose(true) })
  return (
    <AskDialog
      title={t('delete.title', { imei: formatImei(imei) })}
      onClose={() => onClose()}
      act={{ label: t('delete.confirm'), onAct: () => remove.mutate(id), isPending: remove.isPending, isDanger: true }}
      keepLabel={t('delete.keep')}
    >
      <Hint>{t('delete.text')}</Hint>
    </AskDialog>
  )
}
