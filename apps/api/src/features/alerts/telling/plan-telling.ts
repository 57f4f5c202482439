import { momentNotBefore } from '@roadbook/platform'

/** How a rule tells, as it stands in `alert_rules`. */
export interface Telling {
  time_zone: string
  tell_bell: boolean
  tell_mail: 'never' | 'each' | 'daily'
  /** `HH:mm` or `HH:mm:ss` by the clocks of the zone; both or neither. */
  quiet_from: string | null
  quiet_till: string | null
}

/** When somebody is told, and how; null where they are not. */
export interface PlannedTelling {
  bellAt: Date | null
  mailAt: Date | null
  digest: boolean
}

/** When people read what happened since yesterday. */
const MORNING = '07:00'
const DAY_MS = 86_400_000

/**
 * Whom a rule tells is told at once, or when quiet hours are over; by digest on the next morning that is not within them.
 * @param at when there was news
 * @param now when it is decided upon, which is later after an outage: quiet hours of then wake nobody either
 */
export function planTelling(rule: Telling, at: Date, now = at): PlannedTelling {
  const soon = afterQuiet(rule, now)
  const digest = rule.tell_mail === 'daily'
  const morning = nextMorning(rule.time_zone, at)
  return {
    bellAt: rule.tell_bell ? soon : null,
    mailAt: rule.tell_mail === 'never' ? null : digest ? afterQuiet(rule, morning > now ? morning : now) : soon,
    digest,
  }
}

/** The moment itself, or the end of the quiet hours in which it lies: the one that clocks show next, where they show it twice. */
export function afterQuiet(
  { quiet_from, quiet_till, time_zone: zone }: Omit<Telling, 'tell_bell' | 'tell_mail'>,
  at: Date,
): Date {
  if (quiet_from === null || quiet_till === null) return at
  const [from, till] = [quiet_from.slice(0, 5), quiet_till.slice(0, 5)]
  const { day, time } = shownAt(at, zone)
  const isOverMidnight = till < from
  const isQuiet = isOverMidnight ? time >= from || time < till : time >= from && time < till
  if (!isQuiet) return at
  return momentNotBefore(at, isOverMidnight && time >= from ? dayAfter(day) : day, till, zone)
}

function nextMorning(zone: string, at: Date): Date {
  const { day, time } = shownAt(at, zone)
  return momentNotBefore(at, time < MORNING ? day : dayAfter(day), MORNING, zone)
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** What calendar and clock show: `YYYY-MM-DD` and `HH:mm`. */
function shownAt(at: Date, timeZone: string): { day: string; time: string } {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  return { day, time }
}
