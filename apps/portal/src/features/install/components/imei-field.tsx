import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type InstallFormApi, useFields } from '../use-fields.js'
import { DeviceField } from './device-field.js'

interface ImeiFieldProps {
  form: InstallFormApi
  hasScan?: boolean
}

/** The tracker of the form. */
export function ImeiField({ form, hasScan }: ImeiFieldProps) {
  const { t } = useTranslation('install')
  const { errorOf } = useFields(form)
  const { isSubmitted } = form.formState
  return (
    <Controller
      control={form.control}
      name="imei"
      render={({ field }) => (
        <DeviceField
          label={t('fields.imei')}
          hasScan={hasScan}
          value={field.value}
          onChange={(imei) => form.setValue('imei', imei, { shouldDirty: true, shouldValidate: imei !== '' || isSubmitted })}
          onBlur={field.onBlur}
          inputRef={field.ref}
          errorText={errorOf('imei')}
        />
      )}
    />
  )
}
