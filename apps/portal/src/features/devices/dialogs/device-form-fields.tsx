import { zodResolver } from '@hookform/resolvers/zod'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '../../../components/layout/index.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import type { Device } from '../device.js'
import { deviceFormSchema, type DeviceForm, toCreate, toForm, toUpdate } from '../device-form.js'
import { changes, useDeviceChange } from '../queries/device-changes.js'
import { deviceQuery } from '../queries/device-queries.js'

interface DeviceFormFieldsProps {
  /** Of the form, for the button outside of it. */
  formId: string
  /** Absent: a new one. */
  device?: Device
  values: DeviceForm
  onSaving: (isSaving: boolean) => void
  onDone: () => void
}

/** Its IMEI and whose it is, then what is written down about it. */
export function DeviceFormFields({ formId, device, values, onSaving, onDone }: DeviceFormFieldsProps) {
  const { t } = useTranslation(['devices', 'common'])
  const form = useForm<DeviceForm>({ resolver: zodResolver(deviceFormSchema), defaultValues: values, mode: 'onTouched' })
  const { errors } = form.formState
  const saveDevice = useSaveDevice(form, device)
  const save = form.handleSubmit(async (wanted) => {
    onSaving(true)
    const isSaved = await saveDevice(wanted)
    onSaving(false)
    if (isSaved) onDone()
  })
  const errorOf = (name: keyof DeviceForm) => {
    const message = errors[name]?.message
    return message?.startsWith('form.errors.') ? t(message as 'form.errors.imei') : message
  }
  const text = (name: Exclude<keyof DeviceForm, 'business_id' | 'returned'>, more: object = {}) => (
    <Field
      label={name === 'imei' ? t('columns.imei') : `${t(`columns.${name}`)} (${t('common:optional')})`}
      errorText={errorOf(name)}
      slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
      {...more}
      {...form.register(name)}
    />
  )
  const hasSim = device !== undefined && device.sim_id !== null
  return (
    <Form gap={2.5} id={formId} onSubmit={save}>
      {text('imei', {
        isReadOnly: device !== undefined,
        autoFocus: device === undefined,
        helperText: device ? t('form.imeiStays') : t('form.imeiHint'),
        slotProps: { htmlInput: { autoComplete: 'off', inputMode: 'numeric', readOnly: device !== undefined } },
      })}
      {device === undefined && <BusinessField form={form} error={errorOf('business_id')} />}
      {text('title')}
      {text('description', { multiline: true, minRows: 2 })}
      {text('model')}
      {text('firmware_version')}
      {text('settings_crc')}
      {text('iccid', {
        ...(hasSim && { isReadOnly: true, helperText: t('form.iccidOfSim') }),
        slotProps: { htmlInput: { autoComplete: 'off', inputMode: 'numeric', readOnly: hasSim } },
      })}
      {text('tracker_id', { helperText: t('form.trackerIdHint') })}
      {device && device.state !== 'installed' && (
        <Controller
          control={form.control}
          name="returned"
          render={({ field: { value, onChange, ref } }) => (
            <FormControlLabel
              control={<Checkbox checked={value} onChange={onChange} slotProps={{ input: { ref } }} />}
              label={t('form.returned')}
            />
          )}
        />
      )}
    </Form>
  )
}

function BusinessField({ form, error }: { form: UseFormReturn<DeviceForm>; error: string | undefined }) {
  const { t } = useTranslation('devices')
  return (
    <Controller
      control={form.control}
      name="business_id"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <BusinessPicker
          id="device-business"
          label={t('columns.business_name')}
          value={value}
          error={error}
          inputRef={ref}
          onBlur={onBlur}
          onChange={onChange}
        />
      )}
    />
  )
}

/** Registers or changes a device; what the API refuses stands at its field. @returns whether it was saved */
function useSaveDevice(form: UseFormReturn<DeviceForm>, device: Device | undefined) {
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
