import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { ApiError } from '../../lib/api/api-error.js'
import type { Device } from './device.js'
import { toCreate, toUpdate, type DeviceForm } from './device-form.js'
import { changes, useDeviceChange } from './queries/device-changes.js'

const CHANGED_SINCE = 412

/** Registers or changes a device; what the API refuses stands at its field. @returns whether it was saved */
export function useSaveDevice(form: UseFormReturn<DeviceForm>, device: Device | undefined) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const create = useDeviceChange(changes.create)
  const update = useDeviceChange(changes.update)

  const refuse = (error: unknown) => {
    const refused = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
    const known = refused.filter(([name]) => name in form.getValues())
    for (const [name, [message]] of known) form.setError(name as keyof DeviceForm, { message }, { shouldFocus: true })
    if (known.length > 0) return
    if (error instanceof ApiError && error.status === CHANGED_SINCE) notify.error(t('form.changedSince'))
    else notify.failure(error)
  }

  return async (values: DeviceForm): Promise<boolean> => {
    if (!device && values.business_id === null) {
      form.setError('business_id', { message: 'form.errors.business' }, { shouldFocus: true })
      return false
    }
    try {
      if (device) await update.mutateAsync({ device, body: toUpdate(values, device) })
      else await create.mutateAsync(toCreate(values))
      notify.success(t(device ? 'done.updated' : 'done.created', { imei: values.imei }))
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
}
