import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { engineBrandsQuery, engineModelsQuery, freeTagsQuery, powerUnitsQuery } from '../../../lib/catalogue-queries.js'
import { installBusinessesQuery, tagGroupsQuery } from '../queries/install-queries.js'
import { type InstallFormApi, useFields } from '../use-fields.js'
import { ChipsField } from './chips-field.js'
import { OptionField } from './option-field.js'
import { PlanField } from './plan-field.js'
import { Pair } from './section.js'

/** Tags, engine, and in which business the vehicle is made where there is a choice. */
export function DetailsFields({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const engineBrand = useWatch({ control: form.control, name: 'engine_brand' })
  const { data: groups } = useQuery(tagGroupsQuery)
  const { data: tags } = useQuery(freeTagsQuery)
  const { data: engineBrands } = useQuery(engineBrandsQuery)
  const { data: powerUnits } = useQuery(powerUnitsQuery)
  const engineBrandId = engineBrands?.find(({ name }) => name === engineBrand)?.id
  const { data: engineModels } = useQuery(engineModelsQuery(engineBrandId))
  return (
    <>
      <ChipsField form={form} name="tag_groups" label={t('fields.tagGroups')} hint={t('fields.tagGroupsHint')} options={groups} />
      <ChipsField form={form} name="tags" label={t('fields.tags')} options={tags} />
      <Pair isLong>
        <OptionField
          form={form}
          name="engine_brand"
          label={t('fields.engineBrand')}
          isOptional
          options={engineBrands}
          onChosen={() => form.setValue('engine_model', '')}
        />
        <OptionField
          form={form}
          name="engine_model"
          label={t('fields.engineModel')}
          isOptional
          options={engineBrand === '' ? [] : engineModels}
          disabledText={engineBrand === '' ? t('fields.engineBrandFirst') : undefined}
        />
      </Pair>
      <OptionField form={form} name="power_unit" label={t('fields.powerUnit')} isOptional options={powerUnits} />
      <PlanField form={form} />
      <BusinessChoice form={form} />
    </>
  )
}

/** In which business the vehicle is made, where there is a choice. */
function BusinessChoice({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('install')
  const { errorOf } = useFields(form)
  const { data: businesses = [] } = useQuery(installBusinessesQuery)
  if (businesses.length < 2) return null
  return (
    <Controller
      control={form.control}
      name="business_id"
      render={({ field: { ref, value, onChange, ...field } }) => (
        <Field
          select
          label={t('fields.business')}
          errorText={errorOf('business_id')}
          inputRef={ref}
          value={businesses.some(({ id }) => id === value) ? value : ''}
          onChange={(event) => onChange(Number(event.target.value))}
          {...field}
        >
          {businesses.map(({ id, name, blocked_message: blocked }) => (
            <MenuItem key={id} value={id} disabled={blocked !== null} sx={{ whiteSpace: 'normal' }}>
              {blocked === null ? name : `${name} · ${t('mayNot.short')}`}
            </MenuItem>
          ))}
        </Field>
      )}
    />
  )
}
