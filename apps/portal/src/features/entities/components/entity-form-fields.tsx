import { Stack } from '../../../components/layout/layout.js'
import { zodResolver } from '@hookform/resolvers/zod'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { usePermission } from '../../../lib/session/session.js'
import { createSchema, type EntityForm, updateSchema, WRITABLE_TYPES } from '../entity-form.js'
import type { Entity } from '../entity.js'
import {
  brandsQuery,
  colorsQuery,
  engineBrandsQuery,
  engineModelsQuery,
  freeTagsQuery,
  modelsQuery,
  nameUpperQuery,
  powerUnitsQuery,
  targetGroupsQuery,
} from '../queries/catalogue-queries.js'
import { useSaveEntity } from '../use-save-entity.js'
import { WordField } from './word-field.js'

interface EntityFormFieldsProps {
  /** Of the form, for the button outside of it. */
  formId: string
  /** Absent: a new one. */
  entity?: Entity
  values: EntityForm
  onSaving: (isSaving: boolean) => void
  /** There is something typed that is not saved. */
  onDirty: (isDirty: boolean) => void
  onSaved: (entity: Entity) => void
}

type WordName = 'brand' | 'model' | 'color' | 'engine_brand' | 'engine_model' | 'power_unit'
const PAIR = { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }
const NONE: readonly never[] = []

const idOf = (options: readonly { id: number; name: string }[], name: string) =>
  options.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.id

/** What the vehicle is called, what it is, what drives it, and where it belongs. */
export function EntityFormFields({ formId, entity, values, onSaving, onDirty, onSaved }: EntityFormFieldsProps) {
  const { t } = useTranslation(['entities', 'map'])
  const form = useForm<EntityForm>({
    resolver: zodResolver(entity ? updateSchema : createSchema),
    defaultValues: values,
    mode: 'onTouched',
  })
  const { errors, isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const saveEntity = useSaveEntity(form, entity)
  const [brand, engineBrand, businessId] = useWatch({ control: form.control, name: ['brand', 'engine_brand', 'business_id'] })
  const mayReadBusinesses = usePermission('read:business-management')
  const { data: isUpper = false } = useQuery(nameUpperQuery(businessId, mayReadBusinesses))
  const { data: brands = NONE } = useQuery(brandsQuery)
  const { data: models = NONE } = useQuery(modelsQuery(idOf(brands, brand)))
  const { data: colors = NONE } = useQuery(colorsQuery)
  const { data: engineBrands = NONE } = useQuery(engineBrandsQuery)
  const { data: engineModels = NONE } = useQuery(engineModelsQuery(idOf(engineBrands, engineBrand)))
  const { data: powerUnits = NONE } = useQuery(powerUnitsQuery)
  const { data: groups = NONE } = useQuery(targetGroupsQuery)
  const { data: freeTags = NONE } = useQuery(freeTagsQuery)
  const save = form.handleSubmit(async (wanted) => {
    onSaving(true)
    const saved = await saveEntity(wanted)
    onSaving(false)
    if (saved) onSaved(saved)
  })
  const errorOf = (name: keyof EntityForm) => {
    const message = errors[name]?.message
    return message?.startsWith('form.errors.') ? t(message as 'form.errors.name') : message
  }
  const capitals = (name: 'name' | 'frame_number') => ({
    helperText: isUpper ? t('form.upper') : undefined,
    ...form.register(name, { setValueAs: (text: string) => (isUpper ? text.toUpperCase() : text) }),
    ...(isUpper && { sx: { '& input': { textTransform: 'uppercase' } } }),
  })
  const text = (name: 'short_name' | 'license_plate', label: string, isOptional = false) => (
    <Field label={label} isOptional={isOptional} errorText={errorOf(name)} {...form.register(name)} />
  )
  const word = (name: WordName, label: string, options: readonly { name: string }[], isOptional = true) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <WordField
          label={label}
          value={field.value}
          options={options}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          errorText={errorOf(name)}
          isOptional={isOptional}
        />
      )}
    />
  )
  return (
    <Stack component="form" gap={2.5} id={formId} noValidate onSubmit={(event) => void save(event)}>
      <Field label={t('columns.name')} errorText={errorOf('name')} {...capitals('name')} />
      <Box sx={PAIR}>
        <Field
          label={t('columns.frame_number')}
          isOptional={entity !== undefined}
          errorText={errorOf('frame_number')}
          {...capitals('frame_number')}
        />
        {text('license_plate', t('columns.license_plate'), entity !== undefined)}
      </Box>
      <Box sx={PAIR}>
        <Controller
          control={form.control}
          name="vehicle_type"
          render={({ field: { ref, ...field } }) => (
            <Field select label={t('columns.vehicle_type')} errorText={errorOf('vehicle_type')} inputRef={ref} {...field}>
              {WRITABLE_TYPES.map((type) => (
                <MenuItem key={type} value={type}>
                  {t(`map:vehicleTypes.${type}`)}
                </MenuItem>
              ))}
            </Field>
          )}
        />
        {text('short_name', t('columns.short_name'), true)}
      </Box>
      <Box sx={PAIR}>
        {word('brand', t('columns.brand'), brands, false)}
        {word('model', t('columns.model'), models)}
      </Box>
      {word('color', t('columns.color'), colors, entity === undefined)}
      <Box sx={PAIR}>
        {word('engine_brand', t('fields.engine_brand'), engineBrands)}
        {word('engine_model', t('fields.engine_model'), engineModels)}
      </Box>
      <Box sx={PAIR}>
        {word('power_unit', t('fields.power_unit'), powerUnits)}
        <Field
          label={t('fields.odometerKm')}
          isOptional
          errorText={errorOf('odometerKm')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          {...form.register('odometerKm')}
        />
      </Box>
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => (
          <Autocomplete
            multiple
            disableCloseOnSelect
            options={[...freeTags]}
            value={freeTags.filter(({ id }) => field.value.includes(id))}
            onChange={(_event, chosen) => field.onChange(chosen.map(({ id }) => id))}
            onBlur={field.onBlur}
            getOptionKey={({ id }) => id}
            getOptionLabel={({ name }) => name}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            noOptionsText={t('form.noOptions')}
            renderInput={(params) => (
              <Field {...params} label={t('columns.tags')} isOptional inputRef={field.ref} errorText={errorOf('tags')} />
            )}
          />
        )}
      />
      <Controller
        control={form.control}
        name="target_group_id"
        render={({ field }) => (
          <Autocomplete
            options={[...groups]}
            value={groups.find(({ id }) => id === field.value) ?? null}
            onChange={(_event, chosen) => field.onChange(chosen?.id ?? null)}
            onBlur={field.onBlur}
            getOptionKey={({ id }) => id}
            getOptionLabel={({ name }) => name}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            noOptionsText={t('form.noOptions')}
            renderInput={(params) => (
              <Field
                {...params}
                label={t('fields.target_group')}
                isOptional
                inputRef={field.ref}
                errorText={errorOf('target_group_id')}
              />
            )}
          />
        )}
      />
      {!entity && (
        <Controller
          control={form.control}
          name="business_id"
          render={({ field }) => (
            <BusinessPicker
              label={t('columns.business_name')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errorOf('business_id')}
            />
          )}
        />
      )}
    </Stack>
  )
}
