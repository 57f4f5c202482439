import { CalendarDays } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day, formatDay, isDay } from '../../lib/day-range.js'
import { latePart } from '../../lib/parts/late-part.js'
import { Popup } from '../popup.js'
import { MomentField, type MomentFieldProps } from './moment-field.js'
import { dayTyped, shownDay } from './typed-moment.js'

const DayCalendar = latePart(async () => (await import('./day-calendar.js')).DayCalendar)

interface DateFieldProps extends MomentFieldProps {
  /** First day that can be chosen. `max` is the last day. */
  min?: Day
  max?: Day
}

const LENGTHS = [2, 2, 4]

/** Returns the day itself, or the nearest day that can be chosen. */
function within(day: Day, min: Day | undefined, max: Day | undefined): Day {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

/**
 * Field for a day: typed as DD-MM-YYYY in every language, changed with the arrow keys, or picked from a calendar. `value` is
 * YYYY-MM-DD.
 */
export function DateField({ min, max, ...field }: DateFieldProps) {
  const { t } = useTranslation('common')
  const label = t('dateField.pick')
  const { value } = field
  return (
    <MomentField
      {...field}
      writing={{
        lengths: LENGTHS,
        sign: '-',
        pattern: t('dateField.pattern'),
        read: dayTyped,
        show: shownDay,
        wrongOf: (day) => {
          if (!isDay(day)) return t('dateField.wrong', { pattern: t('dateField.pattern') })
          if (min !== undefined && day < min) return t('dateField.early', { day: formatDay(min) })
          return max !== undefined && day > max ? t('dateField.late', { day: formatDay(max) }) : undefined
        },
        step: (day, by) => (isDay(day) ? within(addDays(day, by), min, max) : undefined),
        icon: CalendarDays,
        pickLabel: label,
        popupRole: 'dialog',
        renderPopup: (popup, pick) => (
          <Popup popup={popup} label={label}>
            <Suspense>
              <DayCalendar day={isDay(value) ? value : undefined} min={min} max={max} onPick={pick} />
            </Suspense>
          </Popup>
        ),
      }}
    />
  )
}
