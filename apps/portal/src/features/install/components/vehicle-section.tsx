import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TYPES } from '../form/install-form.js'
import { brandsQuery, colorsQuery, modelsQuery } from '../../../lib/catalogue-queries.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { type InstallFormApi, useFields } from '../form/use-fields.js'
import { FrameScan } from './fields/frame-scan.js'
import { OptionField } from './fields/option-field.js'
import { Pair } from './section.js'

interface VehicleFieldsProps {
  form: InstallFormApi
}

/** Fields for the vehicle's name, type and properties. */
export function VehicleFields({ form }: VehicleFieldsProps) {
  return (
    <>
      <NameField form={form} />
      <KindFields form={form} />
      <NumberFields form={form} />
      <LookFields form={form} />
    </>
  )
}

export function NameField({ form }: VehicleFieldsProps) {
  const { t } = useTranslation('install')
  const { text } = useFields(form)
  return text('name', t('fields.name'), { capitals: 'words' })
}

/** Type and brand. Both are required. */
export function KindFields({ form }: VehicleFieldsProps) {
  const { t } = useTranslation(['install', 'map'])
  const { choice } = useFields(form)
  const { data: brands } = useQuery(brandsQuery)
  return (
    <Pair>
      {choice(
        'vehicle_type',
        t('fields.type'),
        TYPES.map((type) => ({ value: type, label: t(`map:vehicleTypes.${type}`) })),
      )}
      <OptionField
        form={form}
        name="brand"
        label={t('fields.brand')}
        options={brands}
        onChosen={() => form.setValue('model', '')}
      />
    </Pair>
  )
}

/** Frame number and plate. For a vehicle without a plate, a button copies the frame number (G-56). */
export function NumberFields({ form }: VehicleFieldsProps) {
  const { t } = useTranslation('install')
  const { text } = useFields(form)
  const frameNumber = useWatch({ control: form.control, name: 'frame_number' })
  const copyFrame = () =>
    form.setValue('license_plate', frameNumber.slice(0, 20), { shouldValidate: true, shouldDirty: true, shouldTouch: true })
  return (
    <>
      <Pair isLong>
        {text('frame_number', t('fields.frame'), { capitals: 'characters', adornment: <FrameScan form={form} /> })}
        {text('license_plate', t('fields.plate'), { capitals: 'characters', hint: t('fields.plateHint') })}
      </Pair>
      {frameNumber !== '' && (
        <Button
          variant="text"
          size="small"
          onClick={copyFrame}
          sx={{ justifySelf: 'end', mt: -1, '@media (pointer: coarse)': { minHeight: 44 } }}
        >
          {t('fields.sameAsFrame')}
        </Button>
      )}
    </>
  )
}

/** Model, colour and odometer. Models depend on the brand. */
export function LookFields({ form }: VehicleFieldsProps) {
  const { t } = useTranslation('install')
  const { text } = useFields(form)
  const brand = useWatch({ control: form.control, name: 'brand' })
  const { data: brands } = useQuery(brandsQuery)
  const { data: colors } = useQuery(colorsQuery)
  const brandId = brands?.find(({ name }) => name === brand)?.id
  const { data: models } = useQuery(modelsQuery(brandId))
  const colorWord = useColorWord()
  return (
    <>
      <Pair isLong>
        <OptionField
          form={form}
          name="model"
          label={t('fields.model')}
          isOptional
          options={brand === '' ? [] : models}
          disabledText={brand === '' ? t('fields.brandFirst') : undefined}
        />
        <OptionField form={form} name="color" label={t('fields.color')} isOptional options={colors} wordOf={colorWord} />
      </Pair>
      {text('odometer_km', t('fields.odometer'), { isOptional: true, mode: 'numeric' })}
    </>
  )
}
