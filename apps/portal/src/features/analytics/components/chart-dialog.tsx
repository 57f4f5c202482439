import Autocomplete from '@mui/material/Autocomplete'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, ChartLine, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { DateRangePicker } from '../../../components/date-range/date-range-picker.js'
import { Field } from '../../../components/field.js'
import { Fill, Row, SmallHint, Stack, Text, Wrong } from '../../../components/layout/index.js'
import { useClock } from '../../../lib/clock.js'
import { daysIn, REPORT_PRESETS } from '../../../lib/day-range.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { vars } from '../../../theme/components/vars.js'
import { type Chart, MOST_DAYS, newChart, PERIOD_KINDS, PRESET_KEYS, PRESETS, rangeOf } from '../chart.js'
import { targetGroupsQuery, useAnalytics } from '../queries/analytics-query.js'
import { useChartWords } from '../use-chart-words.js'
import { ChartBody } from './chart-body.js'

const Halves = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '264px minmax(0, 1fr)' },
}))
const PresetButton = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  minHeight: 34,
  justifyContent: 'flex-start',
  gap: theme.spacing(1.25),
  padding: theme.spacing(0.5, 1),
  borderRadius: 8,
  fontSize: 13,
  textAlign: 'left',
  '&:hover': { backgroundColor: vars(theme).surface.hoverRaised },
  '&[aria-checked=true]': { backgroundColor: vars(theme).surface.selected, fontWeight: 600 },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

interface ChartDialogProps {
  /** Chart to change. Absent for a new chart. */
  chart?: Chart
  onSave: (chart: Chart) => void
  onClose: () => void
}

/** Asks for a chart's kind, vehicles and days, with a preview. */
export function ChartDialog({ chart, onSave, onClose }: ChartDialogProps) {
  const { t } = useTranslation('analytics')
  const { timeZone } = useFormat()
  const now = useClock().now()
  const [draft, setDraft] = useState(() => chart ?? newChart('activityDay'))
  const days = daysIn(rangeOf(draft.period, now, timeZone))
  const isTooLong = days > MOST_DAYS
  // Until the user chooses a period, choosing a kind of chart also sets that kind's default period.
  const choose = (preset: Chart['preset']) =>
    setDraft({ ...draft, preset, ...(!chart && { period: { kind: PRESETS[preset].period } }) })
  const label = chart ? t('dialog.save') : t('dialog.add')
  return (
    <AskDialog
      title={chart ? t('dialog.editTitle') : t('dialog.add')}
      width={760}
      isSheet
      act={{ label, isDisabled: isTooLong, onAct: () => onSave(draft) }}
      onClose={onClose}
    >
      <Halves>
        <Gallery chosen={draft.preset} onChoose={choose} />
        <Stack>
          <GroupField value={draft.target_group_id ?? null} onChange={(id) => setDraft({ ...draft, target_group_id: id })} />
          <PeriodFields period={draft.period} onChange={(period) => setDraft({ ...draft, period })} />
          {isTooLong ? (
            <Wrong>{t('dialog.tooLong', { most: formatCount(MOST_DAYS) })}</Wrong>
          ) : (
            <>
              <SmallHint>{t('dialog.days', counted(days))}</SmallHint>
              <Preview draft={draft} />
            </>
          )}
        </Stack>
      </Halves>
    </AskDialog>
  )
}

function Gallery({ chosen, onChoose }: { chosen: Chart['preset']; onChoose: (preset: Chart['preset']) => void }) {
  const { t } = useTranslation('analytics')
  const step = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = (PRESET_KEYS.indexOf(chosen) + by + PRESET_KEYS.length) % PRESET_KEYS.length
    onChoose(PRESET_KEYS[at] ?? chosen)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus()
  }
  return (
    <div>
      <Text size="overline" tone="secondary" id="chart-presets">
        {t('dialog.preset')}
      </Text>
      <div role="radiogroup" aria-labelledby="chart-presets" tabIndex={-1} onKeyDown={step}>
        {PRESET_KEYS.map((preset) => {
          const Sign = PRESETS[preset].look === 'line' ? ChartLine : ChartColumn
          return (
            <PresetButton
              key={preset}
              role="radio"
              aria-checked={preset === chosen}
              tabIndex={preset === chosen ? 0 : -1}
              onClick={() => onChoose(preset)}
            >
              <Sign />
              <Fill component="span">{t(`presets.${preset}`)}</Fill>
              {preset === chosen && <Check size={14} />}
            </PresetButton>
          )
        })}
      </div>
    </div>
  )
}

function GroupField({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const { t } = useTranslation('analytics')
  const { data: groups = [], isLoading } = useQuery(targetGroupsQuery)
  return (
    <Autocomplete
      size="small"
      options={groups}
      loading={isLoading}
      loadingText={t('dialog.loading')}
      noOptionsText={t('dialog.noGroup')}
      value={groups.find(({ id }) => id === value) ?? null}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_event, chosen) => onChange(chosen?.id ?? null)}
      renderOption={({ key, ...option }, { name, entities_count: count }) => (
        <Row component="li" key={key} {...option}>
          <Fill component="span">{name}</Fill>
          <SmallHint component="span">{t('dialog.vehicles', counted(count))}</SmallHint>
        </Row>
      )}
      renderInput={(params) => <Field {...params} label={t('dialog.group')} isOptional placeholder={t('allVehicles')} />}
    />
  )
}

interface PeriodFieldsProps {
  period: Chart['period']
  onChange: (period: Chart['period']) => void
}

function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation('analytics')
  const { timeZone } = useFormat()
  const range = rangeOf(period, useClock().now(), timeZone)
  return (
    <>
      <Field
        label={t('dialog.period')}
        size="small"
        value={period.kind}
        options={PERIOD_KINDS.map((kind) => ({ value: kind, label: t(`periods.${kind}`) }))}
        onChange={({ target }) => {
          const kind = target.value as Chart['period']['kind']
          onChange(kind === 'custom' ? { kind, ...range } : { kind })
        }}
      />
      {period.kind === 'custom' && (
        <DateRangePicker
          range={range}
          presets={REPORT_PRESETS}
          mayBeAll={false}
          onChange={(chosen) => chosen && onChange({ kind: 'custom', ...chosen })}
        />
      )}
    </>
  )
}

function Preview({ draft }: { draft: Chart }) {
  const { t } = useTranslation('analytics')
  const words = useChartWords()
  return (
    <Stack ground="subtle" pad={1.5} gap={0.5} component="section" aria-label={t('dialog.preview')}>
      <SmallHint>{`${t('dialog.preview')} · ${words.scope(draft)}`}</SmallHint>
      <ChartBody query={useAnalytics(draft)} heightPx={180} />
    </Stack>
  )
}
