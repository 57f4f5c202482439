import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.js'
import { formatImei } from '../../../lib/format/numbers.js'
import type { DeviceClaim } from '../device.js'
import { deviceQuery } from '../queries/device-queries.js'
import { DeviceFormFields } from './device-form-fields.js'

interface DeviceFormDrawerProps {
  /** Device to change. Absent for a new device. */
  id?: number
  /** Identity that an unregistered tracker sent. */
  identity?: string
  /** Called instead of `onClose` when the registration waits for proof of possession. */
  onClaim: (claim: DeviceClaim) => void
  onClose: () => void
}

/** Drawer with the form of a tracker. */
export function DeviceFormDrawer({ id, identity, onClaim, onClose }: DeviceFormDrawerProps) {
  const { t } = useTranslation('devices')
  const query = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const { imei = '', title } = query.data ?? {}
  const words =
    id === undefined
      ? { title: t('form.newTitle'), subtitle: t('form.newText'), label: t('form.create') }
      : { title: t('form.editTitle', { imei: formatImei(imei) }), subtitle: title, label: t('form.save') }
  return (
    <FormDrawer {...words} query={id === undefined ? undefined : query} gone={{ title: t('panel.gone') }} onClose={onClose}>
      {(drawer, device) => (
        <DeviceFormFields {...drawer} device={device} identity={identity} onClaim={onClaim} onDone={onClose} />
      )}
    </FormDrawer>
  )
}
