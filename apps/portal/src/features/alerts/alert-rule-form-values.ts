import { z } from 'zod'
import { timeSchema } from '../../components/date-fields/moment-schema.js'
import { type AlertRule, type Kind, KINDS } from './alert.js'
import type { RuleWords } from './rules/rule-sentence.js'

const THRESHOLDS: Partial<Record<Kind, { least: number; most: number; isOptional?: true }>> = {
  speeding: { least: 5, most: 250, isOptional: true },
  lowBattery: { least: 1, most: 99 },
  silent: { least: 15, most: 43_200 },
}
export const hasThreshold = (kind: Kind): kind is 'speeding' | 'lowBattery' | 'silent' => THRESHOLDS[kind] !== undefined
/** Returns true for kinds that refer to geofences. */
export const isOfGeofences = (kind: Kind) => kind === 'entry' || kind === 'exit' || kind === 'speeding'
/** Returns true for kinds that can have a minimum duration. The other kinds are single events or have their own time limit. */
export const canLast = (kind: Kind) => kind === 'outsideHours' || isOfGeofences(kind)
export const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
export const MAILS = ['never', 'each', 'daily'] as const

const isWithin = (text: string, least: number, most: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
const named = z.array(z.object({ id: z.number(), name: z.string() }))

/** Makes the same checks as the API. Each message is a key of `alert-rules.json`. */
export const ruleSchema = z
  .object({
    name: z.string().trim().min(1, 'errors.name').max(100, 'errors.tooLong'),
    /** ID of the owning business, which can be set only when the rule is created. */
    business_id: z.number().nullable(),
    kind: z.enum(KINDS),
    active: z.boolean(),
    threshold: z.string(),
    lasting_min: z.string(),
    geofences: named,
    tags: named,
    users: named,
    days: z.array(z.string()),
    from: timeSchema,
    till: timeSchema,
    tell_bell: z.boolean(),
    tell_mail: z.enum(MAILS),
    quiet_from: timeSchema,
    quiet_till: timeSchema,
    cool_down_min: z.string().refine((minutes) => isWithin(minutes, 0, 10_080), { message: 'errors.minutes' }),
  })
  .superRefine((form, context) => {
    const wrong = (path: keyof typeof form, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (form.business_id === null) wrong('business_id', 'errors.business')
    const limits = THRESHOLDS[form.kind]
    const isLeftOut = form.threshold.trim() === '' && limits?.isOptional
    if (limits && !isLeftOut && !isWithin(form.threshold, limits.least, limits.most)) wrong('threshold', 'errors.threshold')
    if (canLast(form.kind) && !/^\d{1,4}([.,]\d)?$/.test(form.lasting_min.trim())) wrong('lasting_min', 'errors.lasting')
    else if (canLast(form.kind) && minutesOf(form) > 1_440) wrong('lasting_min', 'errors.lasting')
    const isWhole = form.days.length > 0 && form.from !== '' && form.till !== ''
    if (!isWhole && (form.kind === 'outsideHours' || form.days.length > 0)) wrong('from', 'errors.hours')
    if ((form.quiet_from === '') !== (form.quiet_till === '') || (form.quiet_from !== '' && form.quiet_from === form.quiet_till))
      wrong('quiet_till', 'errors.quiet')
  })
export type RuleForm = z.infer<typeof ruleSchema>

const minutesOf = ({ lasting_min }: Pick<RuleForm, 'lasting_min'>) => Number(lasting_min.trim().replace(',', '.'))
const minutesText = (seconds: number) => String(Math.round(seconds / 6) / 10)

export const EMPTY_RULE: RuleForm = {
  name: '',
  business_id: null,
  kind: 'exit',
  active: true,
  threshold: '',
  // Default in minutes. It is not 0, because a single wrong reading could then raise an alert.
  lasting_min: '1',
  geofences: [],
  tags: [],
  users: [],
  days: [],
  from: '08:00',
  till: '18:00',
  tell_bell: true,
  tell_mail: 'never',
  quiet_from: '',
  quiet_till: '',
  cool_down_min: '0',
}

export function toRuleForm(rule: AlertRule): RuleForm {
  const [span] = rule.hours ?? []
  return {
    name: rule.name,
    business_id: rule.business_id,
    kind: rule.kind,
    active: rule.active,
    threshold: rule.threshold === null ? '' : String(rule.threshold),
    lasting_min: minutesText(rule.lasting_s),
    geofences: rule.geofences,
    tags: rule.tags,
    users: rule.users,
    tell_bell: rule.tell_bell,
    tell_mail: rule.tell_mail,
    days: span?.days.map(String) ?? [],
    from: span?.from ?? '08:00',
    till: span?.till ?? '18:00',
    quiet_from: rule.quiet_from ?? '',
    quiet_till: rule.quiet_till ?? '',
    cool_down_min: String(rule.cool_down_min),
  }
}

const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)

/**
 * Returns the request body. Does not change the parts of the rule that the form does not show: further time spans, the time
 * zone, and the seconds of the minimum duration.
 */
export function toRuleBody(form: RuleForm, rule: AlertRule | undefined) {
  const span = { days: form.days.map(Number).sort(), from: form.from, till: form.till }
  return {
    name: form.name,
    kind: form.kind,
    active: form.active,
    tell_bell: form.tell_bell,
    tell_mail: form.tell_mail,
    threshold: hasThreshold(form.kind) && form.threshold.trim() !== '' ? Number(form.threshold) : null,
    geofence_ids: isOfGeofences(form.kind) ? idsOf(form.geofences) : [],
    tag_ids: idsOf(form.tags),
    user_ids: idsOf(form.users),
    hours: form.days.length === 0 ? null : [span, ...(rule?.hours?.slice(1) ?? [])],
    quiet_from: form.quiet_from || null,
    quiet_till: form.quiet_till || null,
    cool_down_min: Number(form.cool_down_min),
    lasting_s: lastingOf(form, rule),
    ...(rule && { tz: rule.tz }),
  }
}

function lastingOf(form: RuleForm, rule: AlertRule | undefined): number {
  if (!canLast(form.kind)) return rule?.kind === form.kind ? rule.lasting_s : 0
  return rule && form.lasting_min === minutesText(rule.lasting_s) ? rule.lasting_s : Math.round(minutesOf(form) * 60)
}

/** Returns the cause and the vehicles of the rule, to count its alerts. Undefined while the form does not state them. */
export function toPreviewBody(form: RuleForm, rule: AlertRule | undefined) {
  const others = { name: '-', quiet_from: '', quiet_till: '', cool_down_min: '0' }
  if (!ruleSchema.safeParse({ ...form, ...others }).success) return undefined
  const { kind, threshold, lasting_s, hours, geofence_ids, tag_ids } = toRuleBody(form, rule)
  const zone = rule && { tz: rule.tz }
  return { business_id: form.business_id, kind, threshold, lasting_s, hours, geofence_ids, tag_ids, ...zone }
}

/** Returns the form's values in the format that the rule's sentence needs. */
export function toSpokenRule(form: RuleForm, rule: AlertRule | undefined): RuleWords {
  const { hours, lasting_s, ...body } = toRuleBody(form, rule)
  const isSaid = form.threshold.trim() === '' ? THRESHOLDS[form.kind]?.isOptional : /^\d{1,6}$/.test(form.threshold.trim())
  return {
    kind: form.kind,
    threshold: isSaid ? body.threshold : undefined,
    lasting_s: Number.isFinite(lasting_s) ? lasting_s : 0,
    hours: form.from && form.till ? hours : null,
    geofences: isOfGeofences(form.kind) ? form.geofences : [],
    tags: form.tags,
    users: form.users,
    tell_bell: form.tell_bell,
    tell_mail: form.tell_mail,
  }
}
