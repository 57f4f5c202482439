import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { parentTypeOf, TAGGED_VEHICLE_TYPES, type Tag, type TagType } from '../tag.js'
import { TagPicker } from './tag-picker.js'

/** Data besides the name that tags of some types have. */
export interface MoreOfTag {
  parentId: number | null
  vehicleType: Tag['vehicle_type']
}

export const EMPTY_MORE: MoreOfTag = { parentId: null, vehicleType: null }

/** Returns errors for required fields that are empty, by the API's field names. */
export function moreErrors(type: TagType, { parentId, vehicleType }: MoreOfTag, t: TFunction<'tags'>): Record<string, string> {
  const parent = parentTypeOf(type)
  if (parent && parentId === null) return { parent_id: t('required', { field: t(`fields.${parent}`) }) }
  if (type === 'type' && vehicleType === null) return { vehicle_type: t('required', { field: t('fields.vehicleType') }) }
  return {}
}

export const toMore = (type: TagType, { parentId, vehicleType }: MoreOfTag) => ({
  ...(parentTypeOf(type) && { parent_id: parentId }),
  ...(type === 'type' && vehicleType !== null && { vehicle_type: vehicleType }),
})

interface MoreOfTagFieldsProps {
  type: TagType
  value: MoreOfTag
  errors: Record<string, string | undefined>
  onChange: (value: MoreOfTag) => void
  /** Shows the label inside the field. */
  isInline?: boolean
}

/** Field for the brand of a model, or the kind of vehicle of a type. */
export function MoreOfTagFields({ type, value, errors, onChange, isInline = false }: MoreOfTagFieldsProps) {
  const { t } = useTranslation(['tags', 'map'])
  const parent = parentTypeOf(type)
  if (parent)
    return (
      <TagPicker
        type={parent}
        label={t(`tags:fields.${parent}`)}
        isInline={isInline}
        value={value.parentId}
        errorText={errors.parent_id}
        onChange={(parentId) => onChange({ ...value, parentId })}
      />
    )
  if (type !== 'type') return null
  const label = t('tags:fields.vehicleType')
  return (
    <Field
      label={isInline ? undefined : label}
      value={value.vehicleType ?? ''}
      errorText={errors.vehicle_type}
      onChange={({ target }) =>
        onChange({ ...value, vehicleType: TAGGED_VEHICLE_TYPES.find((one) => one === target.value) ?? null })
      }
      slotProps={{
        htmlInput: { 'aria-label': label },
        select: {
          displayEmpty: true,
          renderValue: (shown) => {
            const found = TAGGED_VEHICLE_TYPES.find((one) => one === shown)
            return found ? t(`map:vehicleTypes.${found}`) : label
          },
        },
      }}
      sx={{ flex: '1 1 160px' }}
      options={TAGGED_VEHICLE_TYPES.map((one) => ({ value: one, label: t(`map:vehicleTypes.${one}`) }))}
    />
  )
}
