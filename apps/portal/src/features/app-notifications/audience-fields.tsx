import Autocomplete from '@mui/material/Autocomplete'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import { Detail, FieldPair, Row, SmallHint, Stack, Text, Wrong } from '../../components/layout/index.js'
import { useBusinessTree } from '../../lib/businesses/business-tree-query.js'
import { brandsQuery, freeTagsQuery, modelsQuery } from '../../lib/catalogue-queries.js'
import { counted } from '../../lib/format/numbers.js'
import { useLater } from '../../lib/use-later.js'
import { audienceQuery, type Consumer, consumersQuery, isAskable, type NotificationForm, recipientsOf } from './notification.js'

interface Named {
  id: number
  name: string
}
const NONE: readonly never[] = []

/** Returns the translated texts of the autocomplete lists. */
const useChoosing = () => {
  const { t } = useTranslation('appNotifications')
  return {
    loadingText: t('choose.loading'),
    noOptionsText: t('choose.none'),
    openText: t('choose.open'),
    closeText: t('choose.close'),
    clearText: t('choose.clear'),
  }
}

interface SeveralProps {
  label: string
  options: readonly Named[]
  isLoading: boolean
  ids: readonly number[]
  onChange: (ids: number[]) => void
}

/** Field for any number of named items. */
function Several({ label, options, isLoading, ids, onChange }: SeveralProps) {
  return (
    <Autocomplete
      {...useChoosing()}
      multiple
      disableCloseOnSelect
      options={options}
      loading={isLoading}
      value={options.filter(({ id }) => ids.includes(id))}
      onChange={(_event, chosen) => onChange(chosen.map(({ id }) => id))}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      renderInput={(input) => <Field {...input} isOptional label={label} />}
    />
  )
}

interface WordProps {
  label: string
  words: readonly Named[]
  value: string | null
  onChange: (word: string | null) => void
  isDisabled?: boolean
}

/** Field for one catalogue entry or none. */
const Word = ({ label, words, value, onChange, isDisabled }: WordProps) => (
  <Autocomplete
    {...useChoosing()}
    options={words.map(({ name }) => name)}
    value={value}
    disabled={isDisabled}
    onChange={(_event, word) => onChange(word)}
    renderInput={(input) => <Field {...input} isOptional label={label} />}
  />
)

interface PickedProps {
  value: readonly Consumer[]
  onChange: (consumers: Consumer[]) => void
}

/** Field for single customers, found by name, e-mail address or vehicle. */
function Picked({ value, onChange }: PickedProps) {
  const { t } = useTranslation('appNotifications')
  const [text, setText] = useState('')
  const { data = NONE, isFetching } = useQuery({ ...consumersQuery(useLater(text)), placeholderData: keepPreviousData })
  return (
    <Autocomplete
      {...useChoosing()}
      multiple
      options={data}
      loading={isFetching}
      value={[...value]}
      // Does not filter the options, because the API has already done so, and not only by name.
      filterOptions={(options) => options}
      filterSelectedOptions
      inputValue={text}
      onInputChange={(_event, next) => setText(next)}
      onChange={(_event, chosen) => onChange(chosen)}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderInput={(input) => <Field {...input} isOptional label={t('form.picked')} helperText={t('form.pickedHint')} />}
      renderOption={({ key, ...option }, { name, business_name }) => (
        <li key={key} {...option}>
          <Stack gap={0}>
            <Text breaks>{name}</Text>
            <Detail breaks>{business_name}</Detail>
          </Stack>
        </li>
      )}
    />
  )
}

/** Fields for the recipients, with the present number of recipients (G-81). */
export function AudienceFields({ form }: { form: UseFormReturn<NotificationForm> }) {
  const { t } = useTranslation('appNotifications')
  const { control, formState } = form
  const kind = useWatch({ control, name: 'kind' })
  return (
    <Stack component="fieldset" gap={1.5}>
      <Text component="legend" weight="strong">
        {t('form.recipients')}
      </Text>
      <Controller
        control={control}
        name="kind"
        render={({ field: { ref, ...field } }) => (
          <RadioGroup row aria-label={t('form.recipients')} {...field}>
            <FormControlLabel value="all" control={<Radio slotProps={{ input: { ref } }} />} label={t('form.all')} />
            <FormControlLabel value="selection" control={<Radio />} label={t('form.selection')} />
          </RadioGroup>
        )}
      />
      {formState.errors.kind && <Wrong>{t('form.nobody')}</Wrong>}
      {kind === 'selection' && <SelectionFields form={form} />}
      <LiveCount form={form} />
    </Stack>
  )
}

function SelectionFields({ form: { control, setValue } }: { form: UseFormReturn<NotificationForm> }) {
  const { t } = useTranslation('appNotifications')
  const tags = useQuery(freeTagsQuery)
  const { data: brands = NONE } = useQuery(brandsQuery)
  const { tree, isPending } = useBusinessTree()
  const brand = useWatch({ control, name: 'brand' })
  const { data: models = NONE } = useQuery(modelsQuery(brands.find(({ name }) => name === brand)?.id))
  return (
    <Stack>
      <SmallHint>{t('form.selectionHint')}</SmallHint>
      <Controller
        control={control}
        name="tag_ids"
        render={({ field: { value, onChange } }) => (
          <Several
            label={t('form.tag_ids')}
            options={tags.data ?? NONE}
            isLoading={tags.isPending}
            ids={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="business_ids"
        render={({ field: { value, onChange } }) => (
          <Several
            label={t('form.business_ids')}
            options={tree?.all ?? NONE}
            isLoading={isPending}
            ids={value}
            onChange={onChange}
          />
        )}
      />
      <FieldPair>
        <Controller
          control={control}
          name="brand"
          render={({ field: { value, onChange } }) => (
            <Word
              label={t('form.brand')}
              words={brands}
              value={value}
              onChange={(word) => {
                onChange(word)
                setValue('model', null)
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="model"
          render={({ field: { value, onChange } }) => (
            <Word label={t('form.model')} words={models} value={value} onChange={onChange} isDisabled={brand === null} />
          )}
        />
      </FieldPair>
      <Controller
        control={control}
        name="picked"
        render={({ field: { value, onChange } }) => <Picked value={value} onChange={onChange} />}
      />
    </Stack>
  )
}

/** Shows the present number of recipients. The final recipients are determined when the notification is sent. */
function LiveCount({ form: { control } }: { form: UseFormReturn<NotificationForm> }) {
  const { t } = useTranslation('appNotifications')
  const { business_id = null, ...values } = useWatch({ control }) as NotificationForm
  const isAsked = isAskable(values) && business_id !== null
  const { data } = useQuery({
    ...audienceQuery(business_id, recipientsOf(values)),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <Row ground="subtle" pad={1.5} aria-live="polite">
      <Users size={16} aria-hidden />
      <Stack gap={0}>
        <Text size="dense" weight="strong">
          {isAsked && data ? t('audience.consumers', counted(data.consumers)) : t('audience.nobody')}
        </Text>
        {isAsked && data && <SmallHint>{t('audience.reachable', counted(data.reachable))}</SmallHint>}
      </Stack>
    </Row>
  )
}
