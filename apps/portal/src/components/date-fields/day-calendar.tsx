import { useTranslation } from 'react-i18next'
import { Calendar, localeOf } from '../date-range/calendar.js'
import { useClock } from '../../lib/clock.js'
import { type Day, dayOf, fromCalendarDate, toCalendarDate } from '../../lib/day-range.js'
import { useFormat } from '../../lib/format/use-format.js'

interface DayCalendarProps {
  day: Day | undefined
  min?: Day
  max?: Day
  onPick: (day: Day) => void
}

/** Calendar to pick one day. Weeks begin on Monday. The arrow keys move between days. */
export function DayCalendar({ day, min, max, onPick }: DayCalendarProps) {
  const { i18n } = useTranslation()
  const clock = useClock()
  const { timeZone } = useFormat()
  const today = toCalendarDate(dayOf(clock.now(), timeZone))
  const [first, last] = [min, max].map((limit) => (limit === undefined ? undefined : toCalendarDate(limit)))
  return (
    <Calendar
      mode="single"
      autoFocus
      locale={localeOf(i18n.language)}
      weekStartsOn={1}
      defaultMonth={day ? toCalendarDate(day) : today}
      today={today}
      startMonth={first}
      endMonth={last}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      selected={day ? toCalendarDate(day) : undefined}
      onSelect={(picked) => onPick(picked ? fromCalendarDate(picked) : (day ?? ''))}
    />
  )
}
