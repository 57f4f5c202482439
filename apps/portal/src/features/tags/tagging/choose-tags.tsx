import { cutTo } from '@roadbook/contracts/letters'
import Autocomplete from '@mui/material/Autocomplete'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Field } from '../../../components/field.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { inReadersOrder, wordFilter } from '../../../lib/search-text.js'
import { MAX_NAME_LENGTH } from '../components/new-group.js'
import { tagOptionsQuery } from '../queries/tag-queries.js'
import { isSingle, TAG_TYPES } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import type { Taggable, TaggingWay } from './taggable.js'
import { useMakeTag } from './use-make-tag.js'

interface ChooseTagsProps {
  way: TaggingWay
  rows: readonly Taggable[]
  chosen: readonly number[]
  onChange: (ids: readonly number[]) => void
  /** Error that prevents the next step. */
  errorText: string | undefined
}

interface Option {
  /** ID of the tag. For a tag that does not exist yet, a number that is never an ID. */
  id: number
  name: string
  type: string
  /** Number of rows with the tag. */
  carriers: number
}

/** Maximum height in px of the list, so that it fits between the field and the buttons below. */
export const LIST_PX = 216
/** The API's limit on tags per call. */
const MAX_TAGS = 50
const MOST_SHOWN = 200
const TO_MAKE = 0
const NONE: readonly never[] = []
/** Returns the position of a type. Types of which a vehicle can have only one tag come last. */
const placeOf = ({ type }: Option) => (isSingle(type) ? TAG_TYPES.length : 0) + TAG_TYPES.findIndex((one) => one === type)
const matching = wordFilter<Option>({ limit: MOST_SHOWN })
const isSame = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0

/** First step: chooses tags to add, creating those that do not exist, or tags of the vehicles to remove. */
export function ChooseTags({ way, rows, chosen, onChange, errorText }: ChooseTagsProps) {
  const { t } = useTranslation('tags')
  const { manage } = useRefusals()
  const { make, isMaking } = useMakeTag()
  const [typed, setTyped] = useState('')
  const tags = useQuery({ ...tagOptionsQuery, enabled: way === 'attach' })
  const carried = useMemo(() => carriedBy(rows), [rows])
  const options = useMemo(() => {
    const carriersOf = (tagId: number) => carried.find(({ id }) => id === tagId)?.carriers ?? 0
    const offered = way === 'detach' ? carried : (tags.data ?? NONE).map((tag) => ({ ...tag, carriers: carriersOf(tag.id) }))
    return [...offered].sort((a, b) => placeOf(a) - placeOf(b))
  }, [way, carried, tags.data])
  // Returns the same array as long as the choice is unchanged, because a new array would clear the field while the user
  // types.
  const value = useMemo(() => options.filter(({ id }) => chosen.includes(id)), [options, chosen])
  const canMake = way === 'attach' && manage === undefined && tags.isSuccess
  const choose = async (next: readonly Option[]) => {
    const ids = next.map(({ id }) => id).filter((id) => id !== TO_MAKE)
    const wanted = next.find(({ id }) => id === TO_MAKE)
    const made = wanted && (await make(wanted.name))
    onChange([...ids, ...(made === undefined ? NONE : [made])].slice(0, MAX_TAGS))
  }
  if (tags.isError) return <ErrorNotice error={tags.error} onRetry={() => void tags.refetch()} />
  if (way === 'detach' && options.length === 0) return <Typography variant="body2">{t('bulk.noneCarried')}</Typography>
  return (
    <Autocomplete<Option, true>
      multiple
      autoHighlight
      readOnly={isMaking}
      options={options}
      filterOptions={(all, state) => {
        // Tags that would replace another tag of the vehicle are offered only after the user has typed, so that they are not
        // chosen by accident.
        const isAsked = way === 'detach' || state.inputValue.trim() !== ''
        const found = matching(isAsked ? all : all.filter(({ type }) => !isSingle(type)), state)
        const name = cutTo(state.inputValue.trim(), MAX_NAME_LENGTH)
        if (!canMake || name === '' || all.some((one) => isSame(one.name, name))) return found
        return [...found, { id: TO_MAKE, name, type: 'general', carriers: 0 }]
      }}
      value={value}
      loading={way === 'attach' && tags.isPending}
      onChange={(_event, next) => void choose(next)}
      groupBy={({ id, type }) => {
        if (id === TO_MAKE) return t('new.tag')
        const known = TAG_TYPES.find((one) => one === type)
        const kind = known ? t(`types.${known}`) : type
        return way === 'attach' && isSingle(type) ? t('bulk.single', { kind }) : kind
      }}
      onInputChange={(_event, text) => setTyped(text)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      noOptionsText={t(typed.trim() === '' ? 'bulk.find' : 'bulk.noTag')}
      slotProps={{ listbox: { style: { maxHeight: LIST_PX } } }}
      openText={t('picker.open')}
      closeText={t('picker.close')}
      clearText={t('picker.clear')}
      loadingText={t('picker.loading')}
      renderOption={({ key, ...props }, { id, name, carriers }) => (
        <li key={key} {...props}>
          {id === TO_MAKE && <Plus size={16} style={{ flex: 'none', marginRight: 8 }} />}
          <span style={{ flex: 1 }}>{id === TO_MAKE ? t('bulk.make', { name }) : name}</span>
          {carriers > 0 && (
            <Typography component="span" variant="caption" color="textTertiary">
              {`${formatCount(carriers)} / ${formatCount(rows.length)}`}
            </Typography>
          )}
        </li>
      )}
      renderInput={(params) => (
        <Field
          {...params}
          autoFocus
          label={t('bulk.tags')}
          placeholder={t('bulk.find')}
          helperText={way === 'attach' ? t('bulk.singleHint') : undefined}
          errorText={errorText}
        />
      )}
    />
  )
}

/** Returns the tags of the rows by name, with the number of rows that have each. */
function carriedBy(rows: readonly Taggable[]): Option[] {
  const options = new Map<number, Option>()
  for (const { tags = [] } of rows) {
    for (const { id, name, type } of tags) {
      const option = options.get(id) ?? { id, name, type, carriers: 0 }
      options.set(id, { ...option, carriers: option.carriers + 1 })
    }
  }
  return [...options.values()].sort((a, b) => inReadersOrder(a.name, b.name))
}
