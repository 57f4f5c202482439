import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import type { components } from '../../../lib/api/schema.js'
import { wordFilter } from '../../../lib/search-text.js'
import { tagOptionsQuery } from '../queries/tag-queries.js'
import type { TagType } from '../tag.js'

type TagOption = components['schemas']['TagOption']

interface TagPickerProps {
  /** Only tags of this type are offered. */
  type: TagType
  label: string
  value: number | null
  onChange: (id: number | null) => void
  errorText?: string
  /** Tag that is not offered. */
  except?: number
  isInline?: boolean
  autoFocus?: boolean
}

const NONE: readonly never[] = []
/** A longer list has no use, because the user finds a tag faster by typing. */
const filterOptions = wordFilter<TagOption>({ limit: 100 })

/** Chooses one tag of a type by part of its name. */
export function TagPicker({ type, label, value, onChange, errorText, except, isInline = false, autoFocus }: TagPickerProps) {
  const { t } = useTranslation('tags')
  const { data, isPending } = useQuery(tagOptionsQuery)
  const options = (data ?? NONE).filter((option) => option.type === type && option.id !== except)
  return (
    <Autocomplete<TagOption>
      options={options}
      filterOptions={filterOptions}
      value={options.find(({ id }) => id === value) ?? null}
      loading={isPending}
      autoHighlight
      onChange={(_event, option) => onChange(option?.id ?? null)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      noOptionsText={t('bulk.noTag')}
      openText={t('picker.open')}
      closeText={t('picker.close')}
      clearText={t('picker.clear')}
      loadingText={t('picker.loading')}
      sx={{ flex: '1 1 160px' }}
      renderInput={(params) => (
        <Field
          {...params}
          label={isInline ? undefined : label}
          placeholder={isInline ? label : t('bulk.find')}
          errorText={errorText}
          autoFocus={autoFocus}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
        />
      )}
    />
  )
}
