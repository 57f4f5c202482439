import Autocomplete from '@mui/material/Autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Detail, Text, Stack } from '../../../components/layout/index.js'
import type { components } from '../../../lib/api/schema.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { wordFilter } from '../../../lib/search-text.js'
import { entityOptionsQuery } from '../queries/report-queries.js'
import { joined } from '../../../lib/format/joined.js'

type EntityOption = components['schemas']['EntityOption']

/** Maximum number of options listed. */
const MOST_SHOWN = 100
const NONE: readonly EntityOption[] = []
const find = wordFilter<EntityOption>({
  limit: MOST_SHOWN,
  wordsOf: ({ name, imei, license_plate }) => [name, license_plate, imei].join('\n'),
})
const aboutOf = ({ license_plate, imei }: EntityOption) => joined([license_plate, imei && formatImei(imei)])

function useEntityField() {
  const { t } = useTranslation('reports')
  const { data: options = NONE, isPending } = useQuery(entityOptionsQuery)
  return {
    options,
    loading: isPending,
    filterOptions: find,
    getOptionKey: ({ id }: EntityOption) => id,
    getOptionLabel: ({ name }: EntityOption) => name,
    loadingText: t('who.loading'),
    noOptionsText: t('who.none'),
    openText: t('who.open'),
    closeText: t('who.close'),
    clearText: t('who.clear'),
  }
}

const Option = ({ option }: { option: EntityOption }) => (
  <Stack gap={0}>
    <Text breaks>{option.name}</Text>
    <Detail tabular>{aboutOf(option)}</Detail>
  </Stack>
)

interface EntityPickerProps {
  entityId: number | undefined
  onChange: (id: number | undefined) => void
}

/** Chooses one vehicle by part of its name, plate or IMEI. */
export function EntityPicker({ entityId, onChange }: EntityPickerProps) {
  const { t } = useTranslation('reports')
  const field = useEntityField()
  return (
    <Autocomplete
      {...field}
      autoHighlight
      value={field.options.find(({ id }) => id === entityId) ?? null}
      onChange={(_event, chosen) => onChange(chosen?.id)}
      renderInput={(input) => <Field {...input} label={t('who.entity')} placeholder={t('who.choose')} />}
      renderOption={({ key, ...option }, entity) => (
        <li key={key} {...option}>
          <Option option={entity} />
        </li>
      )}
    />
  )
}

interface EntitiesPickerProps {
  entityIds: readonly number[]
  /** Called only when the list closes, so that no report is computed for an incomplete choice. */
  onChange: (ids: readonly number[]) => void
  /** Text shown while no vehicle is chosen. Omit it if an empty choice means all vehicles. */
  emptyText?: string
  error?: string
}

/** Chooses several vehicles. */
export function EntitiesPicker({ entityIds, onChange, emptyText, error }: EntitiesPickerProps) {
  const { t } = useTranslation('reports')
  const { options, ...field } = useEntityField()
  const [draft, setDraft] = useState<readonly number[]>()
  const ids = draft ?? entityIds
  const settle = () => {
    if (draft) onChange(draft)
    setDraft(undefined)
  }
  return (
    <Autocomplete
      {...field}
      multiple
      disableCloseOnSelect
      limitTags={2}
      options={options}
      value={options.filter(({ id }) => ids.includes(id))}
      onChange={(_event, chosen, reason) => {
        const next = chosen.map(({ id }) => id)
        if (reason === 'clear') onChange(next)
        else setDraft(next)
      }}
      onClose={settle}
      onBlur={settle}
      renderInput={(input) => (
        <Field
          {...input}
          label={t('who.entities')}
          placeholder={ids.length > 0 ? undefined : (emptyText ?? t('who.all'))}
          errorText={error}
        />
      )}
      renderOption={({ key, ...option }, entity) => (
        <li key={key} {...option}>
          <Option option={entity} />
        </li>
      )}
    />
  )
}
