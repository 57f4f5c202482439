import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Field } from '../../../components/field.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { tagOptionsQuery } from '../queries/tag-queries.js'
import { TAG_TYPES } from '../tag.js'
import type { Taggable, TaggingWay } from './taggable.js'

interface ChooseTagsProps {
  way: TaggingWay
  rows: readonly Taggable[]
  chosen: readonly number[]
  onChange: (ids: readonly number[]) => void
}

interface Option {
  id: number
  name: string
  type: string
  /** Rows that carry it. */
  carriers: number
}

/** Tags that one call takes. */
const MAX_TAGS = 50
const MOST_SHOWN = 200
const NONE: readonly never[] = []
const filterOptions = createFilterOptions<Option>({ limit: MOST_SHOWN, stringify: ({ name }) => name })

/** The first step: any tags to put on, or of those that the vehicles carry some to take off. */
export function ChooseTags({ way, rows, chosen, onChange }: ChooseTagsProps) {
  const { t } = useTranslation('tags')
  const tags = useQuery({ ...tagOptionsQuery, enabled: way === 'attach' })
  const carried = useMemo(() => carriedBy(rows), [rows])
  const offered: readonly Option[] =
    way === 'detach'
      ? carried
      : (tags.data ?? NONE).map((tag) => ({ ...tag, carriers: carried.find(({ id }) => id === tag.id)?.carriers ?? 0 }))
  const placeOf = ({ type }: Option) => TAG_TYPES.findIndex((one) => one === type)
  const options = [...offered].sort((a, b) => placeOf(a) - placeOf(b))
  if (tags.isError) return <ErrorNotice error={tags.error} onRetry={() => void tags.refetch()} />
  if (way === 'detach' && options.length === 0) return <Typography variant="body2">{t('bulk.noneCarried')}</Typography>
  return (
    <Autocomplete<Option, true>
      multiple
      disableCloseOnSelect
      options={options}
      filterOptions={filterOptions}
      value={options.filter(({ id }) => chosen.includes(id))}
      loading={way === 'attach' && tags.isPending}
      onChange={(_event, next) => onChange(next.map(({ id }) => id).slice(0, MAX_TAGS))}
      groupBy={({ type }) => {
        const known = TAG_TYPES.find((one) => one === type)
        return known ? t(`types.${known}`) : type
      }}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      noOptionsText={t('bulk.noTag')}
      openText={t('picker.open')}
      closeText={t('picker.close')}
      clearText={t('picker.clear')}
      loadingText={t('picker.loading')}
      renderOption={({ key, ...props }, { name, carriers }) => (
        <li key={key} {...props}>
          <span style={{ flex: 1 }}>{name}</span>
          {carriers > 0 && (
            <Typography component="span" variant="caption" color="textTertiary">
              {`${formatCount(carriers)} / ${formatCount(rows.length)}`}
            </Typography>
          )}
        </li>
      )}
      renderInput={(params) => <Field {...params} autoFocus label={t('bulk.tags')} placeholder={t('bulk.find')} />}
    />
  )
}

/** Tags of the rows with how many carry each, by name. */
function carriedBy(rows: readonly Taggable[]): Option[] {
  const options = new Map<number, Option>()
  for (const { tags = [] } of rows) {
    for (const { id, name, type } of tags) {
      const option = options.get(id) ?? { id, name, type, carriers: 0 }
      options.set(id, { ...option, carriers: option.carriers + 1 })
    }
  }
  return [...options.values()].sort((a, b) => a.name.localeCompare(b.name))
}
