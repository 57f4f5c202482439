import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout/layout.js'
import { DateField } from '../../components/date-fields/date-field.js'
import { Field } from '../../components/field.js'
import { isDay } from '../../lib/day-range.js'
import { formatCount } from '../../lib/format/numbers.js'
import { holdsTyped, searchable } from '../../lib/search-text.js'
import { cleanText, PERIOD_PRESETS, readPeriod, readRange } from '../filter-values.js'
import type { Filter } from '../table-definition.js'
import { useFilterWords } from './use-filter-words.js'

/** Maximum number of choices in a list without a search field. A longer list has one. */
const READ_THROUGH = 12
const MOST_SHOWN = 50

interface EditorProps<Kind extends Filter['kind']> {
  filter: Extract<Filter, { kind: Kind }>
  value: string | undefined
  onChange: (value: string | undefined) => void
  onDone: () => void
}

/** Editor for a filter's value, which depends on the kind of filter. */
export function FilterEditor({ filter, ...rest }: EditorProps<Filter['kind']>): ReactNode {
  if (filter.kind === 'text') return <TextEditor filter={filter} {...rest} />
  if (filter.kind === 'choice') return <ChoiceEditor filter={filter} {...rest} />
  if (filter.kind === 'range') return <RangeEditor filter={filter} {...rest} />
  return <PeriodEditor filter={filter} {...rest} />
}

function TextEditor({ filter, value = '', onChange, onDone }: EditorProps<'text'>) {
  const { t } = useTranslation('table')
  const [text, setText] = useState(value)
  return (
    <Stack
      component="form"
      gap={1.5}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim() || undefined)
        onDone()
      }}
    >
      <Field
        autoFocus
        label={t('filters.contains', { filter: filter.label })}
        value={text}
        onChange={({ target }) => setText(cleanText(target.value))}
      />
      <Button type="submit" variant="contained">
        {t('filters.apply')}
      </Button>
    </Stack>
  )
}

function ChoiceEditor({ filter, value, onChange }: EditorProps<'choice'>) {
  const { t } = useTranslation('table')
  const [sought, setSought] = useState('')
  const chosen = new Set(value === undefined ? [] : value.split(','))
  const toggle = (one: string) => {
    if (!chosen.delete(one)) chosen.add(one)
    const kept = [...new Set([...filter.choices.map((choice) => choice.value), ...chosen])].filter((other) => chosen.has(other))
    onChange(kept.length > 0 ? kept.join() : undefined)
  }
  const isLong = filter.choices.length > READ_THROUGH
  const found = isLong ? filter.choices.filter(({ label }) => holdsTyped(searchable(label), sought)) : filter.choices
  return (
    <Stack gap={0} role="group" aria-label={filter.label}>
      {isLong && (
        <Field
          autoFocus
          label={t('filters.find', { filter: filter.label })}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          sx={{ mb: 1 }}
        />
      )}
      {found.slice(0, MOST_SHOWN).map((choice, index) => (
        <FormControlLabel
          key={choice.value}
          control={
            <Checkbox
              size="small"
              autoFocus={!isLong && index === 0}
              checked={chosen.has(choice.value)}
              onChange={() => toggle(choice.value)}
            />
          }
          label={choice.label}
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ m: 0, minHeight: { xs: 44, md: 32 } }}
        />
      ))}
      {found.length > MOST_SHOWN && (
        <Typography variant="caption" color="textTertiary">
          {t('filters.more', { shown: MOST_SHOWN, total: formatCount(found.length) })}
        </Typography>
      )}
      {isLong && found.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('noMatch.title')}
        </Typography>
      )}
    </Stack>
  )
}

function RangeEditor({ filter, value = '', onChange, onDone }: EditorProps<'range'>) {
  const { t } = useTranslation('table')
  const before = readRange(value)
  const [least, setLeast] = useState(String(before?.least ?? ''))
  const [most, setMost] = useState(String(before?.most ?? ''))
  const next = `${least}..${most}`
  const isWrongWay = least !== '' && most !== '' && Number(least) > Number(most)
  return (
    <Stack
      component="form"
      gap={1.5}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrongWay) return
        onChange(readRange(next) && next)
        onDone()
      }}
    >
      <Field
        autoFocus
        type="number"
        label={t('filters.least', { unit: filter.unit })}
        value={least}
        onChange={({ target }) => setLeast(target.value)}
        slotProps={{ htmlInput: { min: 0, step: 'any' } }}
      />
      <Field
        type="number"
        label={t('filters.most', { unit: filter.unit })}
        value={most}
        onChange={({ target }) => setMost(target.value)}
        errorText={isWrongWay ? t('filters.wrongWay') : undefined}
        slotProps={{ htmlInput: { min: 0, step: 'any' } }}
      />
      <Button type="submit" variant="contained">
        {t('filters.apply')}
      </Button>
    </Stack>
  )
}

function PeriodEditor({ filter, value, onChange, onDone }: EditorProps<'period'>) {
  const { t } = useTranslation('table')
  const words = useFilterWords()
  const period = value === undefined ? undefined : readPeriod(value)
  const [from, setFrom] = useState(period && 'from' in period ? period.from : '')
  const [till, setTill] = useState(period && 'from' in period ? period.till : '')
  const days = [from, till].filter(Boolean)
  const isPeriod = days.length > 0 && days.every(isDay) && (from === '' || till === '' || from <= till)
  const choose = (next: string) => {
    onChange(next)
    onDone()
  }
  return (
    <Stack gap={1.5}>
      <Stack gap={0.5} role="group" aria-label={filter.label}>
        {PERIOD_PRESETS.map((preset, index) => (
          <Button
            key={preset}
            variant="text"
            autoFocus={index === 0}
            aria-pressed={preset === value}
            onClick={() => choose(preset)}
            sx={{
              justifyContent: 'flex-start',
              minHeight: { xs: 44, md: 32 },
              bgcolor: preset === value ? 'primary.soft' : undefined,
            }}
          >
            {words(filter, preset)}
          </Button>
        ))}
      </Stack>
      <Stack
        component="form"
        gap={1.5}
        divided
        onSubmit={(event) => {
          event.preventDefault()
          if (isPeriod) choose(`${from}..${till}`)
        }}
      >
        <DateField label={t('filters.fromDay')} value={from} onChange={setFrom} max={isDay(till) ? till : undefined} />
        <DateField label={t('filters.tillDay')} value={till} onChange={setTill} min={isDay(from) ? from : undefined} />
        <Button type="submit" variant="contained" disabled={!isPeriod}>
          {t('filters.apply')}
        </Button>
      </Stack>
    </Stack>
  )
}
