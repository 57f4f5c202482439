import Autocomplete from '@mui/material/Autocomplete'
import { styled } from '@mui/material/styles'
import { useMemo, useState, type FocusEventHandler, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { type BusinessTree, findBusinesses, type BusinessKind, type TreeBusiness } from '../../lib/businesses/business-tree.js'
import { useBusinessTree } from '../../lib/businesses/business-tree-query.js'
import { formatCount } from '../../lib/format/numbers.js'
import { Field } from '../field.js'
import { BusinessOption } from './business-option.js'

export interface BusinessPickerProps {
  /** ID of the chosen business. */
  value: number | null
  onChange: (id: number | null) => void
  label: string
  /** Limits the options to these kinds. */
  kinds?: readonly BusinessKind[]
  /** Returns why a business cannot be chosen. The business stays in the list and shows the reason. */
  refusalOf?: (business: TreeBusiness) => string | undefined
  /** Shown under the field instead of the hint. */
  error?: string
  hint?: string
  isOptional?: boolean
  id?: string
  onBlur?: FocusEventHandler
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
  autoFocus?: boolean
}

/**
 * Maximum number of options shown, because a longer list is of no use. If there are more options, the hint asks the user to
 * type.
 */
const MOST_SHOWN = 100
const NONE: readonly never[] = []

/** Option in the list. A disabled option keeps full contrast, because it shows the reason why it cannot be chosen. */
const Option = styled('li')({ '&&': { gap: 8, alignItems: 'center' }, '&&[aria-disabled="true"]': { opacity: 1 } })

/** Finds the businesses to offer for the typed text. The chosen business is always among them. */
function useFound(tree: BusinessTree | undefined, value: number | null, text: string, kinds?: readonly BusinessKind[]) {
  const chosen = (value !== null && tree?.byId.get(value)) || null
  /** The field contains the chosen business's name until the user types. */
  const query = text === chosen?.name ? '' : text.trim()
  const found = useMemo(() => {
    const every = tree ? (query === '' ? tree.all : findBusinesses(tree, query)) : NONE
    return kinds ? every.filter(({ kind }) => kinds.includes(kind)) : every
  }, [tree, query, kinds])
  const shown = useMemo(() => {
    const first = found.slice(0, MOST_SHOWN)
    return chosen && !first.includes(chosen) ? [chosen, ...first] : first
  }, [found, chosen])
  return { chosen, query, found, shown }
}

/**
 * Field to choose one of the businesses that the user can see. Options are in tree order and can be found by a part of the name.
 */
export function BusinessPicker({ value, onChange, label, kinds, refusalOf, error, hint, ...field }: BusinessPickerProps) {
  const { id, onBlur, inputRef, isDisabled = false, isOptional, autoFocus } = field
  const { t } = useTranslation(['businesses', 'errors'])
  const { tree, isPending, error: loadError, retry } = useBusinessTree()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { chosen, query, found, shown } = useFound(tree, value, text, kinds)
  const more =
    isOpen && found.length > MOST_SHOWN ? t('picker.more', { shown: MOST_SHOWN, total: formatCount(found.length) }) : hint
  return (
    <Autocomplete<TreeBusiness>
      id={id}
      options={shown}
      filterOptions={(options) =>
        query === '' ? options : options.filter((option) => option !== chosen || found.includes(option))
      }
      value={chosen}
      inputValue={text}
      disabled={isDisabled}
      loading={isPending}
      autoHighlight
      onChange={(_event, business) => onChange(business?.id ?? null)}
      onInputChange={(_event, next) => setText(next)}
      onOpen={() => {
        setIsOpen(true)
        if (loadError) retry()
      }}
      onClose={() => setIsOpen(false)}
      onBlur={onBlur}
      getOptionKey={({ id: key }) => key}
      getOptionLabel={({ name }) => name}
      getOptionDisabled={(business) => refusalOf?.(business) !== undefined}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      loadingText={t('picker.loading')}
      noOptionsText={loadError ? t('errors:network') : t('picker.none')}
      openText={t('picker.open')}
      closeText={t('picker.close')}
      clearText={t('picker.clear')}
      renderInput={(params) => (
        <Field
          {...params}
          label={label}
          isOptional={isOptional}
          inputRef={inputRef}
          autoFocus={autoFocus}
          placeholder={t('picker.placeholder')}
          errorText={error ?? (loadError ? t('picker.failed') : undefined)}
          helperText={more}
        />
      )}
      renderOption={({ key, ...option }, business) => (
        <Option key={key} {...option}>
          <BusinessOption business={business} query={query} refusal={refusalOf?.(business)} />
        </Option>
      )}
    />
  )
}
