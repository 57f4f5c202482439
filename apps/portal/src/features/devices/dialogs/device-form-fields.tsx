import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import { SPEED_UNITS } from '@roadbook/contracts'
import type { FieldProps } from '../../../components/field.js'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InDrawer } from '../../../components/form-drawer.js'
import { formTexts } from '../../../components/form-texts.js'
import { Form } from '../../../components/layout/index.js'
import { TrackerClock } from '../../../components/time/tracker-clock.js'
import { formatUtcOffset } from '../../../lib/format/utc-offset.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { isRefusedWith } from '../../../lib/api/api-error.js'
import type { Device, DeviceClaim } from '../device.js'
import { deviceFormSchema, type DeviceForm, emptyForm, toCreate, toForm, toUpdate } from '../device-form.js'
import { imeiValuesOf } from '../imei-words.js'
import { useSession } from '../../../lib/session/session.js'
import { PossessionFirst } from '../possession/possession-first.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { deviceQuery } from '../queries/device-queries.js'

const LABELS = { business_id: 'business_name', returned: 'returned_at' } as const

interface DeviceFormFieldsProps extends InDrawer {
  /** Absent for a new device. */
  device?: Device
  /** Identity that an unregistered tracker sent. */
  identity: string | undefined
  onClaim: (claim: DeviceClaim) => void
  onDone: () => void
}

/** Shows the IMEI and the owner first, then the other fields. */
export function DeviceFormFields({ formId, during, device, identity, onClaim, onDone }: DeviceFormFieldsProps) {
  const { t } = useTranslation(['devices', 'trackerClock'])
  const { user: self } = useSession()
  const form = useForm<DeviceForm>({
    resolver: zodResolver(deviceFormSchema),
    defaultValues: device ? toForm(device) : emptyForm(self.business_id, identity),
    mode: 'onTouched',
  })
  const { saveDevice, isHeldBack } = useSaveDevice(form, device)
  const save = form.handleSubmit(async (wanted) => {
    if (await during(saveDevice(wanted))) onDone()
  })
  const saveWith = (minutes: number) => {
    form.setValue('utc_offset_minutes', formatUtcOffset(minutes), { shouldDirty: true })
    return save()
  }
  const { text, choice, business, tick } = formTexts(form, {
    label: (name) => t(`columns.${LABELS[name as keyof typeof LABELS] ?? (name as 'imei')}`),
    message: (key) => t(key as 'form.errors.imei', imeiValuesOf(form.getValues('imei'))),
  })
  const numeric = (isFixed: boolean) => ({ htmlInput: { autoComplete: 'off', inputMode: 'numeric', readOnly: isFixed } }) as const
  const plain = (name: keyof DeviceForm, more?: FieldProps) =>
    text(name, { isOptional: true, slotProps: { htmlInput: { autoComplete: 'off', spellCheck: false } }, ...more })
  const hasSim = device !== undefined && device.sim_id !== null
  return (
    <Form gap={2.5} id={formId} onSubmit={save}>
      {text('imei', {
        isReadOnly: device !== undefined,
        autoFocus: device === undefined,
        helperText: device ? t('form.imeiStays') : t('form.imeiHint'),
        slotProps: numeric(device !== undefined),
      })}
      {device?.clock && (
        <TrackerClock
          clock={device.clock}
          act={({ minutes, shown }) => (
            <Button size="small" startIcon={<Clock />} onClick={() => void saveWith(minutes)}>
              {t('trackerClock:setAndSave', { offset: shown })}
            </Button>
          )}
        />
      )}
      {isHeldBack && <PossessionFirst form={form} onClaim={onClaim} />}
      {device === undefined && business('business_id', { id: 'device-business' })}
      {plain('title')}
      {plain('description', { multiline: true, minRows: 2 })}
      {plain('model')}
      {plain('firmware_version')}
      {plain('settings_crc')}
      {plain('iccid', { ...(hasSim && { isReadOnly: true, helperText: t('form.iccidOfSim') }), slotProps: numeric(hasSim) })}
      {plain('tracker_id', { helperText: t(device ? 'form.trackerIdHint' : 'form.newTrackerIdHint') })}
      {plain('utc_offset_minutes', { helperText: t('form.utcOffsetHint') })}
      {choice('speed_unit', {
        isOptional: true,
        helperText: t('form.speedUnitHint'),
        options: [{ value: '', label: t('form.speedUnitOfApp') }, ...SPEED_UNITS.map((unit) => ({ value: unit, label: unit }))],
      })}
      {plain('bound_protocol', { helperText: t('form.boundProtocolHint') })}
      {plain('source_network', { helperText: t('form.sourceNetworkHint') })}
      {plain('client_certificate', { helperText: t('form.clientCertificateHint') })}
      {device && device.state !== 'installed' && tick('returned', t('form.returned'))}
    </Form>
  )
}

/**
 * Registers or changes a device and shows validation errors at their fields. `saveDevice` resolves to true if the device was
 * saved. `isHeldBack` is true if the API asks for proof of possession first.
 */
function useSaveDevice(form: UseFormReturn<DeviceForm>, device: Device | undefined) {
  const { t } = useTranslation('devices')
  const notify = useNotify()
  const create = useDeviceChange(changes.create)
  const update = useDeviceChange(changes.update)

  const [isHeldBack, setIsHeldBack] = useState(false)
  const queries = useQueryClient()
  const refuse = useRefuse(form, {
    ...(device && {
      reread: async () => toForm((await queries.fetchQuery({ ...deviceQuery(device.id), staleTime: 0 })) ?? device),
    }),
  })

  const saveDevice = async (values: DeviceForm): Promise<boolean> => {
    setIsHeldBack(false)
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
      const isToBeShown = isRefusedWith(error, 'devices.possession-first')
      setIsHeldBack(isToBeShown)
      // Focuses the IMEI, because the notice that explains the proof of possession is below this field.
      if (isToBeShown) form.setFocus('imei')
      else await refuse(error)
      return false
    }
  }
  return { saveDevice, isHeldBack }
}
