import type { components } from '../../lib/api/schema.js'
import type { InstallForm } from './form/install-form.js'

export type Preset = components['schemas']['InstallPreset']
export type WritePreset = components['schemas']['WriteInstallPreset']

/** Form fields that a preset can fill (G-51). */
export const PRESET_FIELDS = [
  ...(['vehicle_type', 'brand', 'model', 'color', 'engine_brand', 'engine_model', 'power_unit'] as const),
  ...(['tags', 'tag_groups', 'maintenance_plan_id', 'business_id', 'subscription_id'] as const),
] as const
type PresetField = (typeof PRESET_FIELDS)[number]
type Filled = Pick<InstallForm, PresetField>

const isEmpty = (value: unknown) => value === '' || value == null || (Array.isArray(value) && value.length === 0)

/** Returns the preset's values without the empty ones. */
function saidBy(preset: Preset): Partial<Filled> {
  const said = PRESET_FIELDS.map((field) => [field, preset[field]] as const).filter(([, value]) => !isEmpty(value))
  return Object.fromEntries(said)
}

export const countOf = (preset: Preset): number => Object.keys(saidBy(preset)).length

/** Returns true if the form has all values of the preset. */
export function isHeldBy(form: InstallForm, preset: Preset): boolean {
  const said = Object.entries(saidBy(preset))
  return said.length > 0 && said.every(([field, value]) => JSON.stringify(form[field as PresetField]) === JSON.stringify(value))
}

/** Returns the values that a preset fills in, and the fields that have other content and would be overwritten. */
export function planImport(form: InstallForm, preset: Preset, ownBusiness: number | null) {
  const said = saidBy(preset)
  const fields = PRESET_FIELDS.filter((field) => field in said)
  const isTyped = (field: PresetField) =>
    !isEmpty(form[field]) &&
    !(field === 'business_id' && form.business_id === ownBusiness) &&
    JSON.stringify(form[field]) !== JSON.stringify(said[field])
  return { said, fields, typed: fields.filter(isTyped) }
}

/** Returns a preset of the form's current values. */
export const fromForm = (name: string, autoImport: boolean, form: InstallForm): WritePreset => ({
  name,
  auto_import: autoImport,
  tags: form.tags,
  tag_groups: form.tag_groups,
  business_id: form.business_id,
  maintenance_plan_id: form.maintenance_plan_id,
  subscription_id: form.subscription_id,
  vehicle_type: (form.vehicle_type || null) as WritePreset['vehicle_type'],
  brand: form.brand || null,
  model: form.model || null,
  color: form.color || null,
  engine_brand: form.engine_brand || null,
  engine_model: form.engine_model || null,
  power_unit: form.power_unit || null,
})

/** Returns a preset with some values changed. */
export const rewritten = (preset: Preset, changes: Partial<WritePreset>): WritePreset => {
  const { id: _, created_at: __, updated_at: ___, ...values } = preset
  return { ...values, vehicle_type: values.vehicle_type, ...changes }
}
