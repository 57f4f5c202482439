import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { DateRangePicker } from '../../../components/date-range/date-range-picker.js'
import { Row } from '../../../components/layout/index.js'
import { useClock } from '../../../lib/clock.js'
import { type DayRange, presetRange, REPORT_PRESETS, type RangePreset } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'

interface PeriodFieldProps {
  range: DayRange
  onChange: (range: DayRange | undefined) => void
  presets?: readonly RangePreset[]
}

const USUAL = ['today', 'thisWeek', 'thisMonth'] as const satisfies readonly RangePreset[]

/** Field for the period. Common periods need one press, and any other is chosen in the calendar. */
export function PeriodField({ range, onChange, presets = USUAL }: PeriodFieldProps) {
  const { t } = useTranslation(['reports', 'trips'])
  const { timeZone } = useFormat()
  const clock = useClock()
  const rangeOf = (preset: RangePreset) => presetRange(preset, clock.now(), timeZone)
  const isThat = ({ from, till }: DayRange) => from === range.from && till === range.till
  return (
    <Row wrap align="stretch" grow={460}>
      <ToggleButtonGroup
        exclusive
        aria-label={t('period.usual')}
        value={presets.find((preset) => isThat(rangeOf(preset))) ?? null}
        onChange={(_event, preset: RangePreset | null) => preset && onChange(rangeOf(preset))}
      >
        {presets.map((preset) => (
          <ToggleButton key={preset} value={preset}>
            {t(`trips:range.${preset}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Row gap={0} align="stretch" grow={230}>
        <DateRangePicker range={range} onChange={onChange} presets={REPORT_PRESETS} mayBeAll={false} />
      </Row>
    </Row>
  )
}
