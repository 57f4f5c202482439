import { useTranslation } from 'react-i18next'
import { type Day, type DayRange, fromCalendarDate, toCalendarDate } from '../../lib/day-range.js'
import { Calendar, localeOf } from './calendar.js'

interface RangeCalendarProps {
  range: DayRange | undefined
  /** Number of months shown side by side. */
  months: number
  /** The last day that can be chosen. */
  today: Day
  onChange: (range: DayRange | undefined) => void
}

/** Calendar in range mode. Weeks begin on Monday; future days cannot be chosen. */
export function RangeCalendar({ range, months, today: lastDay, onChange }: RangeCalendarProps) {
  const { i18n } = useTranslation()
  const today = toCalendarDate(lastDay)
  return (
    <Calendar
      mode="range"
      locale={localeOf(i18n.language)}
      weekStartsOn={1}
      numberOfMonths={months}
      pagedNavigation={false}
      defaultMonth={range ? toCalendarDate(range.till) : today}
      today={today}
      endMonth={today}
      reverseMonths={false}
      disabled={{ after: today }}
      selected={range && { from: toCalendarDate(range.from), to: toCalendarDate(range.till) }}
      onSelect={(chosen) =>
        onChange(chosen?.from && { from: fromCalendarDate(chosen.from), till: fromCalendarDate(chosen.to ?? chosen.from) })
      }
    />
  )
}
