import { isolated } from '@roadbook/contracts/isolated'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { weekdayOf } from '../../../lib/format/dates.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { AlertRule, Kind } from '../alert.js'

type Names = readonly { name: string }[]

/** Parts of a saved or edited rule that its sentence needs. */
export interface RuleWords extends Pick<AlertRule, 'kind' | 'lasting_s' | 'hours' | 'tell_bell' | 'tell_mail'> {
  /** Undefined if the limit is not filled in yet. */
  threshold: number | null | undefined
  geofences: Names
  tags: Names
  users: Names
}

/** Placeholder for missing values. */
const BLANK = '…'
/**
 * Durations below this value, in seconds, are not mentioned in the sentence. Such a short duration only prevents alerts because
 * of wrong readings, and users do not notice the delay.
 */
const NOTEWORTHY_S = 60
const EVERY_DAY = 7
/** Returns a date on this weekday, 1 for Monday, because 1 January 2024 was a Monday. */
const dayOf = (day: number) => `2024-01-0${day}`

/** Returns a function that describes a rule: "Alert Marit by e-mail when any vehicle leaves Vaduz between 22:00 and 06:00." */
export function useRuleSentence(): (rule: RuleWords) => string {
  const { t, i18n } = useTranslation('alertRules')
  const { duration } = useFormat()
  const language = i18n.language
  return (rule) => {
    const cause = timed(rule, lasting(rule, causeOf(rule, t, { language, duration }), t, duration), t, language)
    return t(`sentence.${deliveryOf(rule)}`, { who: listed(rule.users, language, 'conjunction'), cause })
  }
}

interface Wording {
  language: string
  duration: (seconds: number) => string
}

const listed = (all: Names, language: string, type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat(language, { type }).format(all.map(({ name }) => isolated(name)))

type Delivery = 'mailAndBell' | 'dailyAndBell' | 'mail' | 'daily' | 'bell' | 'nobody'

function deliveryOf({ users, tell_bell: isInPortal, tell_mail: mail }: RuleWords): Delivery {
  if (users.length === 0) return 'nobody'
  if (mail === 'each') return isInPortal ? 'mailAndBell' : 'mail'
  if (mail === 'daily') return isInPortal ? 'dailyAndBell' : 'daily'
  return isInPortal ? 'bell' : 'nobody'
}

/** Returns the event as a clause that follows "Alert Marit". */
function causeOf(rule: RuleWords, t: TFunction<'alertRules'>, { language, duration }: Wording): string {
  const { kind, threshold, geofences, tags } = rule
  const vehicles = tags.length === 0 ? t('vehicles.any') : t('vehicles.tagged', { tags: listed(tags, language, 'disjunction') })
  const places = listed(geofences, language, 'disjunction')
  const limit = threshold ?? BLANK
  const isAnywhere = geofences.length === 0
  switch (kind) {
    case 'entry':
      return isAnywhere ? t('causes.entryAny', { vehicles }) : t('causes.entry', { vehicles, geofences: places })
    case 'exit':
      return isAnywhere ? t('causes.exitAny', { vehicles }) : t('causes.exit', { vehicles, geofences: places })
    case 'speeding':
      if (threshold === null)
        return isAnywhere ? t('causes.speedingLimit', { vehicles }) : t('causes.speedingLimitIn', { vehicles, geofences: places })
      return isAnywhere
        ? t('causes.speeding', { vehicles, limit })
        : t('causes.speedingIn', { vehicles, limit, geofences: places })
    case 'lowBattery':
      return t('causes.lowBattery', { vehicles, limit })
    case 'silent':
      return t('causes.silent', { vehicles, duration: threshold ? duration(threshold * 60) : BLANK })
    default:
      return t(`causes.${kind}`, { vehicles })
  }
}

const MAY_LAST: ReadonlySet<Kind> = new Set(['entry', 'exit', 'speeding', 'outsideHours'])

function lasting(
  { kind, lasting_s: seconds }: RuleWords,
  cause: string,
  t: TFunction<'alertRules'>,
  duration: Wording['duration'],
) {
  const isSaid = MAY_LAST.has(kind) && seconds > NOTEWORTHY_S
  return isSaid ? t('causes.lasting', { cause, duration: duration(seconds) }) : cause
}

function timed({ kind, hours }: RuleWords, cause: string, t: TFunction<'alertRules'>, language: string): string {
  if (!hours || hours.length === 0) return cause
  const spans = hours.map(({ days, from, till }) => ({ name: spanOf(days, from, till, t, language) }))
  const said = listed(spans, language, 'conjunction')
  return kind === 'outsideHours' ? t('causes.except', { cause, hours: said }) : t('causes.during', { cause, hours: said })
}

function spanOf(days: readonly number[], from: string, till: string, t: TFunction<'alertRules'>, language: string): string {
  if (days.length === EVERY_DAY) return t('spans.daily', { from, till })
  return t('spans.days', { days: daysOf(days, language), from, till })
}

/** Formats consecutive days as "Mon–Fri", others as a list. */
function daysOf(days: readonly number[], language: string): string {
  const sorted = [...days].sort((a, b) => a - b)
  const named = sorted.map((day) => weekdayOf(dayOf(day), language, 'short'))
  const isRun = sorted.length > 2 && sorted.every((day, at) => day === sorted[0]! + at)
  if (isRun) return `${named[0]}–${named.at(-1)}`
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(named)
}
