/** Hours of a week in the local time of a zone. */
export interface WeekHours {
  /** IANA name of the zone. */
  timeZone: string
  spans: readonly HourSpan[]
}

export interface HourSpan {
  /** Days on which the span begins. 1 is Monday, 7 is Sunday. */
  days: readonly number[]
  /** First minute of the span, `HH:mm`. */
  from: string
  /** End of the span, `HH:mm`. This minute is not included. If it is not after `from`, the span ends on the next day. */
  till: string
}

const MINUTES_OF_DAY = 1_440

/** Returns true if a moment is within the hours. The local clock time is compared, also on the days of a clock change. */
export function isWithin({ timeZone, spans }: WeekHours, instant: number): boolean {
  const { day, minute } = wallClock(timeZone, instant)
  const dayBefore = day === 1 ? 7 : day - 1
  return spans.some(({ days, from, till }) => {
    const [begin, end] = [minutesOf(from), minutesOf(till)]
    if (end > begin) return days.includes(day) && minute >= begin && minute < end
    return (days.includes(day) && minute >= begin) || (days.includes(dayBefore) && minute < end)
  })
}

const minutesOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) % MINUTES_OF_DAY

const formatters = new Map<string, Intl.DateTimeFormat>()
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function wallClock(timeZone: string, instant: number): { day: number; minute: number } {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const shown = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    formatters.set(timeZone, (formatter = new Intl.DateTimeFormat('en-GB', { timeZone, ...shown })))
  }
  const parts = formatter.formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: DAYS.indexOf(part('weekday')) + 1, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}
