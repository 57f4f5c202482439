import { momentNotBefore } from '@roadbook/platform'

/** Notification settings of a rule, as in `alert_rules`. */
export interface Telling {
  time_zone: string
  tell_bell: boolean
  tell_mail: 'never' | 'each' | 'daily'
  /** Start of the quiet hours: `HH:mm` or `HH:mm:ss` in `time_zone`. Start and end are either both set or both null. */
  quiet_from: string | null
  quiet_till: string | null
}

/** Times when a recipient is notified. Null means that the channel is not used. */
export interface PlannedTelling {
  bellAt: Date | null
  mailAt: Date | null
  digest: boolean
}

/** Local time when the daily digest is sent. */
const MORNING = '07:00'
const DAY_MS = 86_400_000

/**
 * Plans a notification. It is sent immediately, or at the end of the quiet hours. A digest is sent on the next morning. If
 * quiet hours end later that morning, it is sent at their end.
 * @param at time of the change
 * @param now time of the decision. After an outage, it is later than `at`. The quiet hours at `now` apply.
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

/**
 * Returns the moment itself, or the end of the quiet hours if the moment is within them. When the clocks go back, the quiet
 * hours may end twice on that day. The function then returns the first end after the moment.
 */
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

/** Returns the local date and time: `YYYY-MM-DD` and `HH:mm`. */
function shownAt(at: Date, timeZone: string): { day: string; time: string } {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  return { day, time }
}
