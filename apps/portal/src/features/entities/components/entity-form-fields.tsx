import { zodResolver } from '@hookform/resolvers/zod'
import { colorOf } from '@roadbook/contracts/vehicle-words'
import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InDrawer } from '../../../components/form-drawer.js'
import { FieldPair, Form } from '../../../components/layout/index.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import {
  brandsQuery,
  colorsQuery,
  engineBrandsQuery,
  engineModelsQuery,
  freeTagsQuery,
  modelsQuery,
  powerUnitsQuery,
} from '../../../lib/catalogue-queries.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { usePermission, useSession } from '../../../lib/session/session.js'
import { createSchema, emptyForm, type EntityForm, toForm, updateSchema, WRITABLE_TYPES } from '../entity-form.js'
import type { Entity } from '../entity.js'
import { nameUpperQuery, targetGroupsQuery } from '../queries/catalogue-queries.js'
import { TwinNotice } from '../../../components/twin-notice.js'
import { useSaveEntity } from '../use-save-entity.js'
import { WordField } from '../../../components/word-field.js'

interface EntityFormFieldsProps extends InDrawer {
  /** Absent for a new vehicle. */
  entity?: Entity
  /** Called with true while there are unsaved changes. */
  onDirty: (isDirty: boolean) => void
  onSaved: (entity: Entity) => void
}

/** Fields for the vehicle's name, type, drive and business. */
export function EntityFormFields({ formId, during, entity, onDirty, onSaved }: EntityFormFieldsProps) {
  const { t } = useTranslation('entities')
  const { user: self } = useSession()
  const form = useForm<EntityForm>({
    resolver: zodResolver(entity ? updateSchema : createSchema),
    defaultValues: entity ? toForm(entity) : emptyForm(self.business_id),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save: saveEntity, twins } = useSaveEntity(form, entity)
  const { errorOf, text } = useEntityFields(form)
  const isNew = entity === undefined
  const saveAs = (allowTwin: boolean) =>
    form.handleSubmit(async (wanted) => {
      const saved = await during(saveEntity(wanted, allowTwin))
      if (saved) onSaved(saved)
    })
  return (
    <Form gap={2.5} id={formId} onSubmit={saveAs(false)}>
      <NameFields form={form} isNew={isNew} />
      <TwinNotice twins={twins} isSaving={form.formState.isSubmitting} onAllow={() => void saveAs(true)()} />
      <FieldPair>
        <TypeField form={form} />
        {text('short_name', t('columns.short_name'), true)}
      </FieldPair>
      <CatalogueFields form={form} isNew={isNew} />
      <TagFields form={form} />
      {isNew && (
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
    </Form>
  )
}

interface PartProps {
  form: UseFormReturn<EntityForm>
}

/** Returns translated errors and a renderer for the form's plain text fields. */
function useEntityFields(form: UseFormReturn<EntityForm>) {
  const { t } = useTranslation('entities')
  const { errors } = form.formState
  const errorOf = (name: keyof EntityForm) => {
    const message = errors[name]?.message
    return message?.startsWith('form.errors.') ? t(message as 'form.errors.name') : message
  }
  const text = (name: 'short_name' | 'license_plate' | 'odometerKm', label: string, isOptional: boolean) => (
    <Field
      label={label}
      isOptional={isOptional}
      errorText={errorOf(name)}
      helperText={name === 'odometerKm' ? t('form.odometer') : undefined}
      slotProps={{ htmlInput: { inputMode: name === 'odometerKm' ? 'numeric' : undefined } }}
      {...form.register(name)}
    />
  )
  return { errorOf, text }
}

/** Fields for name and frame number, in capitals if the business requires it. */
function NameFields({ form, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('entities')
  const { errorOf, text } = useEntityFields(form)
  const businessId = useWatch({ control: form.control, name: 'business_id' })
  const mayReadBusinesses = usePermission('read:business-management')
  const { data: isUpper = false } = useQuery(nameUpperQuery(businessId, mayReadBusinesses))
  const capitals = (name: 'name' | 'frame_number', isOptional: boolean) => (
    <Field
      label={t(`columns.${name}`)}
      isOptional={isOptional}
      errorText={errorOf(name)}
      helperText={isUpper ? t('form.upper') : undefined}
      sx={isUpper ? { '& input': { textTransform: 'uppercase' } } : undefined}
      {...form.register(name, { setValueAs: (value: string) => (isUpper ? value.toUpperCase() : value) })}
    />
  )
  return (
    <>
      {capitals('name', false)}
      <FieldPair>
        {capitals('frame_number', !isNew)}
        {text('license_plate', t('columns.license_plate'), !isNew)}
      </FieldPair>
    </>
  )
}

function TypeField({ form }: PartProps) {
  const { t } = useTranslation(['entities', 'map'])
  const { errorOf } = useEntityFields(form)
  return (
    <Controller
      control={form.control}
      name="vehicle_type"
      render={({ field: { ref, ...field } }) => (
        <Field
          label={t('columns.vehicle_type')}
          errorText={errorOf('vehicle_type')}
          inputRef={ref}
          {...field}
          options={WRITABLE_TYPES.map((type) => ({ value: type, label: t(`map:vehicleTypes.${type}`) }))}
        />
      )}
    />
  )
}

type WordName = 'brand' | 'model' | 'color' | 'engine_brand' | 'engine_model' | 'power_unit'
const NONE: readonly never[] = []

const idOf = (options: readonly { id: number; name: string }[], name: string) =>
  options.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.id

/** Fields with suggestions from the catalogue. The suggested models are those of the chosen brand. */
function CatalogueFields({ form, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('entities')
  const { errorOf, text } = useEntityFields(form)
  const [brand, engineBrand] = useWatch({ control: form.control, name: ['brand', 'engine_brand'] })
  const { data: brands = NONE } = useQuery(brandsQuery)
  const { data: models = NONE } = useQuery(modelsQuery(idOf(brands, brand)))
  const { data: colors = NONE } = useQuery(colorsQuery)
  const { data: engineBrands = NONE } = useQuery(engineBrandsQuery)
  const { data: engineModels = NONE } = useQuery(engineModelsQuery(idOf(engineBrands, engineBrand)))
  const { data: powerUnits = NONE } = useQuery(powerUnitsQuery)
  const colorWord = useColorWord()
  const word = (name: WordName, label: string, options: readonly { name: string }[], isOptional = true) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, ...field } }) => (
        <WordField
          label={label}
          options={options}
          inputRef={ref}
          errorText={errorOf(name)}
          isOptional={isOptional}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          words={name === 'color' ? { shown: colorWord, kept: colorOf } : undefined}
        />
      )}
    />
  )
  return (
    <>
      <FieldPair>
        {word('brand', t('columns.brand'), brands, false)}
        {word('model', t('columns.model'), models)}
      </FieldPair>
      {word('color', t('columns.color'), colors, isNew)}
      <FieldPair>
        {word('engine_brand', t('fields.engine_brand'), engineBrands)}
        {word('engine_model', t('fields.engine_model'), engineModels)}
      </FieldPair>
      <FieldPair>
        {word('power_unit', t('fields.power_unit'), powerUnits)}
        {text('odometerKm', t('fields.odometerKm'), true)}
      </FieldPair>
    </>
  )
}

/** Fields for free tags and for the vehicle's target group. */
function TagFields({ form }: PartProps) {
  const { t } = useTranslation('entities')
  const { errorOf } = useEntityFields(form)
  const { data: groups = NONE } = useQuery(targetGroupsQuery)
  const { data: freeTags = NONE } = useQuery(freeTagsQuery)
  const named = {
    getOptionKey: ({ id }: { id: number }) => id,
    getOptionLabel: ({ name }: { name: string }) => name,
    isOptionEqualToValue: (one: { id: number }, other: { id: number }) => one.id === other.id,
    noOptionsText: t('form.noOptions'),
  }
  return (
    <>
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => (
          <Autocomplete
            {...named}
            multiple
            disableCloseOnSelect
            options={[...freeTags]}
            value={freeTags.filter(({ id }) => field.value.includes(id))}
            onChange={(_event, chosen) => field.onChange(chosen.map(({ id }) => id))}
            onBlur={field.onBlur}
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
            {...named}
            options={[...groups]}
            value={groups.find(({ id }) => id === field.value) ?? null}
            onChange={(_event, chosen) => field.onChange(chosen?.id ?? null)}
            onBlur={field.onBlur}
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
    </>
  )
}
