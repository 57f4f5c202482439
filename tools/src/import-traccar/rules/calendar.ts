import type { HourSpan, WeekHours } from '@roadbook/alerts'
import { isTimeZone } from '@roadbook/platform'
import { convertIcsCalendar, type IcsDateObject, type IcsEvent, type IcsRecurrenceRule } from 'ts-ics'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES
/** Limit of the API. */
const MAX_SPANS = 50

/**
 * Reads a calendar of Traccar (RFC 5545) as hours of a week. A calendar in Traccar applies during each of its events. An event
 * without a time zone applies in UTC (`Calendar.java`).
 * @returns the hours, or the reason why the calendar is more than the same hours in every week
 */
export function hoursOf(ical: string): WeekHours | string {
  // Users of Traccar write calendars, so the parser may fail on them in any way.
  try {
    return hoursOfText(upperCaseNames(unfold(ical)))
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`
  }
}

/** Joins lines that were folded (RFC 5545, 3.1). */
const unfold = (ical: string): string => ical.replace(/\r?\n[ \t]/g, '').replaceAll('\r\n', '\n')

/** Writes names of properties, components and parameters, and recurrence rules in upper case. RFC 5545 allows any case. */
const upperCaseNames = (ical: string): string =>
  ical
    .split('\n')
    .map((line) => {
      if (/^(RRULE|EXRULE|BEGIN|END)[;:]/i.test(line)) return line.toUpperCase()
      const [name = ''] = /^[^;:]*/.exec(line)!
      const isTime = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)$/i.test(name)
      const rest = line.slice(name.length)
      return name.toUpperCase() + (isTime ? rest.replace(/;(value=date(-time)?|[a-z-]+=)/gi, (part) => part.toUpperCase()) : rest)
    })
    .join('\n')

function hoursOfText(ical: string): WeekHours | string {
  // The parser skips these properties, but they change the dates of an event.
  const skipped = /^(RDATE|EXRULE)\b/m.exec(ical)?.[1]
  if (skipped) return `it has single dates (${skipped})`
  // The parser reads a time as UTC if it does not know the zone.
  const unknown = [...ical.matchAll(/^(?:DTSTART|DTEND)[^:\n]*;TZID="?([^:;"\n]+)/gm)]
    .map(([, zone]) => zone!)
    .find((zone) => !isTimeZone(zone))
  if (unknown) return `its time zone "${unknown}" is none of the IANA database`
  const events = convertIcsCalendar(undefined, ical).events ?? []
  if (events.length === 0) return 'it has no events'
  const zones = new Set(events.map(({ start }) => zoneOf(start)))
  if (zones.size > 1) return `its events have several time zones: ${[...zones].join(', ')}`
  const [timeZone = 'UTC'] = zones
  const spans: HourSpan[] = []
  for (const event of events) {
    const read = spansOf(event)
    if (typeof read === 'string') return read
    spans.push(...read)
  }
  return spans.length > MAX_SPANS ? `it has more than ${MAX_SPANS} spans of time` : { timeZone, spans }
}

const zoneOf = ({ local }: IcsDateObject): string => local?.timezone ?? 'UTC'

/** Returns the hours of a week that are not among these, or undefined if there are none. */
export function hoursOutside({ timeZone, spans }: WeekHours): WeekHours | undefined {
  const inside = new Array<boolean>(WEEK_MINUTES).fill(false)
  for (const { days, from, till } of spans)
    for (const day of days) {
      const begin = (day - 1) * DAY_MINUTES + minuteOf(from)
      const minutes = (minuteOf(till) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
      for (let minute = begin; minute < begin + minutes; minute++) inside[minute % WEEK_MINUTES] = true
    }
  const outside = new Map<string, HourSpan>()
  for (let day = 1; day <= 7; day++)
    for (const [from, till] of runsWithout(inside.slice((day - 1) * DAY_MINUTES, day * DAY_MINUTES))) {
      const known = outside.get(`${from} ${till}`)
      outside.set(`${from} ${till}`, { days: [...(known?.days ?? []), day], from: clock(from), till: clock(till) })
    }
  return outside.size === 0 || outside.size > MAX_SPANS ? undefined : { timeZone, spans: [...outside.values()] }
}

/** Returns the runs of minutes of a day that are false, as first minute and end. */
function runsWithout(day: readonly boolean[]): [from: number, till: number][] {
  const runs: [number, number][] = []
  for (let at = 0; at < day.length; at++) {
    if (day[at]) continue
    const last = runs.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

/** Splits an event into spans of at most a day, because a span of an alert rule is not longer. */
function spansOf(event: IcsEvent): HourSpan[] | string {
  if (!event.start || !Number.isFinite(wallMinute(event.start))) return 'an event begins at a time that cannot be read'
  const days = daysOf(event)
  if (typeof days === 'string') return days
  if (!event.end) return 'an event has a duration instead of an end'
  if (zoneOf(event.end) !== zoneOf(event.start))
    return `an event begins in the time zone ${zoneOf(event.start)}, but ends in ${zoneOf(event.end)}`
  const begin = wallMinute(event.start)
  let left = wallMinute(event.end) - begin
  if (!Number.isFinite(left)) return 'an event ends at a time that cannot be read'
  if (left <= 0) return 'an event ends before it begins'
  if (left > WEEK_MINUTES) return 'an event lasts longer than a week'
  const spans: HourSpan[] = []
  for (let shift = 0; left > 0; shift++, left -= DAY_MINUTES) {
    const from = begin % DAY_MINUTES
    spans.push({
      days: days.map((day) => ((day - 1 + shift) % 7) + 1).sort(),
      from: clock(from),
      till: clock(from + Math.min(left, DAY_MINUTES)),
    })
  }
  return spans
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
/** Parts of a recurrence rule with which an event is the same in every week. */
const WEEKLY = new Set(['frequency', 'interval', 'byDay', 'workweekStart'])

/** Returns the days of the week on which an event begins, 1 is Monday, or the reason why the event is not weekly. */
function daysOf({ start, recurrenceRule: rule, exceptionDates, recurrenceId }: IcsEvent): number[] | string {
  if (!rule) return `an event takes place once, on ${start.date.toISOString().slice(0, 10)}`
  if (exceptionDates?.length) return 'an event leaves out single dates'
  if (recurrenceId) return 'a single date of an event was changed'
  if (rule.frequency !== 'DAILY' && rule.frequency !== 'WEEKLY') return `an event recurs ${rule.frequency.toLowerCase()}`
  if (rule.count !== undefined || rule.until) return 'an event recurs only until a date or a number of times'
  const further = Object.keys(rule).filter((part) => rule[part as keyof IcsRecurrenceRule] !== undefined && !WEEKLY.has(part))
  if (further.length > 0) return `an event does not recur in every week (${further.join(', ')})`
  if ((rule.interval ?? 1) !== 1) return `an event does not recur in every week (interval ${rule.interval})`
  if (rule.byDay?.some(({ occurrence }) => occurrence)) return 'an event recurs on certain days of a month'
  const chosen = rule.byDay && [...new Set(rule.byDay.map(({ day }) => DAYS.indexOf(day) + 1))].sort()
  if (chosen?.includes(0)) return 'an event recurs on a day of the week that cannot be read'
  if (rule.frequency === 'DAILY') return chosen ?? EVERY_DAY
  return chosen ?? [((Math.floor(wallMinute(start) / DAY_MINUTES) + 3) % 7) + 1]
}

/** Returns the local time of a date as minutes since 1970-01-01, which was a Thursday. */
const wallMinute = ({ date, local }: IcsDateObject): number => Math.floor((local?.date ?? date).getTime() / MINUTE_MS)

const clock = (minute: number): string => {
  const of = minute % DAY_MINUTES
  return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`
}
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
