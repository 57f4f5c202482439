import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { TYPES } from '../install-form.js'
import { brandsQuery, colorsQuery, modelsQuery } from '../queries/install-queries.js'
import { type InstallFormApi, useFields } from '../use-fields.js'
import { OptionField } from './option-field.js'
import { Pair } from './section.js'

/** What the vehicle is called and what it is; models come after their brand. */
export function VehicleFields({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation(['install', 'map'])
  const { errorOf, text } = useFields(form)
  const [brand, frameNumber] = useWatch({ control: form.control, name: ['brand', 'frame_number'] })
  const { data: brands } = useQuery(brandsQuery)
  const { data: colors } = useQuery(colorsQuery)
  const brandId = brands?.find(({ name }) => name === brand)?.id
  const { data: models } = useQuery(modelsQuery(brandId))
  return (
    <>
      {text('name', t('fields.name'))}
      <Pair>
        <Controller
          control={form.control}
          name="vehicle_type"
          render={({ field: { ref, ...field } }) => (
            <Field select label={t('fields.type')} errorText={errorOf('vehicle_type')} inputRef={ref} {...field}>
              {TYPES.map((type) => (
                <MenuItem key={type} value={type}>
                  {t(`map:vehicleTypes.${type}`)}
                </MenuItem>
              ))}
            </Field>
          )}
        />
        <OptionField
          form={form}
          name="brand"
          label={t('fields.brand')}
          options={brands}
          onChosen={() => form.setValue('model', '')}
        />
      </Pair>
      <Pair>
        {text('frame_number', t('fields.frame'))}
        {text('license_plate', t('fields.plate'), { hint: t('fields.plateHint') })}
      </Pair>
      {frameNumber !== '' && (
        <Button
          variant="text"
          size="small"
          onClick={() =>
            form.setValue('license_plate', frameNumber.slice(0, 20), {
              shouldValidate: true,
              shouldDirty: true,
              shouldTouch: true,
            })
          }
          sx={{ justifySelf: 'end', mt: -1 }}
        >
          {t('fields.sameAsFrame')}
        </Button>
      )}
      <Pair>
        <OptionField
          form={form}
          name="model"
          label={t('fields.model')}
          isOptional
          options={brand === '' ? [] : models}
          disabledText={brand === '' ? t('fields.brandFirst') : undefined}
        />
        <OptionField form={form} name="color" label={t('fields.color')} isOptional options={colors} />
      </Pair>
      {text('odometer_km', t('fields.odometer'), { isOptional: true, mode: 'numeric' })}
    </>
  )
}
