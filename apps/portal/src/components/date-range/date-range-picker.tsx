import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../layout/layout.js'
import { Text } from '../layout/text.js'
import { Popup } from '../popup.js'
import { usePopup } from '../use-popup.js'
import { LIMITS } from '../../config/limits.js'
import { useClock } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import { dayOf, type DayRange, formatRange, presetRange, RANGE_PRESETS, type RangePreset } from '../../lib/day-range.js'
import { RangeCalendar } from './range-calendar.js'

interface DateRangePickerProps {
  range: DayRange | undefined
  onChange: (range: DayRange | undefined) => void
  /** Ranges that can be chosen with one press. */
  presets?: readonly RangePreset[]
  /** Allows choosing all dates. */
  mayBeAll?: boolean
}

/**
 * Picker for a range of days, written DD-MM-YYYY. A common range is chosen with one press, any other range in the
 * calendar.
 */
export function DateRangePicker({ range, onChange, presets = RANGE_PRESETS, mayBeAll = true }: DateRangePickerProps) {
  const { t } = useTranslation('trips')
  const clock = useClock()
  const { timeZone } = useFormat()
  const isNarrow = useMediaQuery(`(max-width:${LIMITS.mobileBreakpointPx - 0.05}px)`)
  const { isOpen, open, close, popup } = usePopup()
  const [draft, setDraft] = useState<DayRange>()
  const choose = (chosen: DayRange | undefined) => {
    onChange(chosen)
    close()
  }
  const text = range ? formatRange(range) : t('range.all')
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('range.label', { range: text })}
        onClick={(event) => {
          setDraft(range)
          open(event)
        }}
        startIcon={<CalendarDays />}
        endIcon={<ChevronDown />}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          borderColor: 'control.main',
          whiteSpace: 'nowrap',
          fontWeight: 400,
          px: 1.25,
          '& .MuiButton-endIcon': { ml: 'auto' },
        }}
      >
        {text}
      </Button>
      <Popup popup={popup} label={t('range.title')}>
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' } }}>
          <UsualRanges presets={presets} mayBeAll={mayBeAll} onChoose={choose} />
          <RangeCalendar range={draft} months={isNarrow ? 1 : 2} today={dayOf(clock.now(), timeZone)} onChange={setDraft} />
        </Box>
        <Row divided pad={1.5}>
          <Text tone="secondary" grow>
            {draft ? formatRange(draft) : t('range.choose')}
          </Text>
          <Button onClick={close}>{t('range.cancel')}</Button>
          <Button variant="contained" disabled={!draft} onClick={() => choose(draft)}>
            {t('range.apply')}
          </Button>
        </Row>
      </Popup>
    </>
  )
}

interface UsualRangesProps {
  presets: readonly RangePreset[]
  mayBeAll: boolean
  onChoose: (range: DayRange | undefined) => void
}

function UsualRanges({ presets, mayBeAll, onChoose }: UsualRangesProps) {
  const { t } = useTranslation('trips')
  const { timeZone } = useFormat()
  const clock = useClock()
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        flexWrap: 'wrap',
        gap: 0.5,
        p: 1.5,
        borderRight: { md: 1 },
        borderColor: { md: 'divider' },
      }}
    >
      {presets.map((preset) => (
        <Button
          key={preset}
          variant="text"
          sx={{ justifyContent: 'flex-start' }}
          onClick={() => onChoose(presetRange(preset, clock.now(), timeZone))}
        >
          {t(`range.${preset}`)}
        </Button>
      ))}
      {mayBeAll && (
        <Button variant="text" sx={{ justifyContent: 'flex-start' }} onClick={() => onChoose(undefined)}>
          {t('range.all')}
        </Button>
      )}
    </Box>
  )
}
