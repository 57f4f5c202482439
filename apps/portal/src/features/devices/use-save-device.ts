import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useRefuse } from '../../components/use-refuse.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import type { Device } from './device.js'
import { toCreate, toForm, toUpdate, type DeviceForm } from './device-form.js'
import { changes, useDeviceChange } from './queries/device-changes.js'
import { deviceQuery } from './queries/device-queries.js'

/** Registers or changes a device; what the API refuses stands at its field. @returns whether it was saved */
export function useSaveDevice(form: UseFormReturn<DeviceForm>, device: Device | undefined) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const create = useDeviceChange(changes.create)
  const update = useDeviceChange(changes.update)

  const queries = useQueryClient()
  const refuse = useRefuse(form, {
    ...(device && {
      reread: async () => toForm((await queries.fetchQuery({ ...deviceQuery(device.id), staleTime: 0 })) ?? device),
    }),
  })

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
      await refuse(error)
      return false
    }
  }
}
