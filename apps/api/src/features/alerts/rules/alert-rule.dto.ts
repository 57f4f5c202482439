import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ALERT_KINDS, type AlertKind } from '@roadbook/contracts'
import { check, FlagField, IdsField, OptionalIdField, RequiredLine, WholeField, WordField } from '../../../http/body-fields.js'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { ZoneName } from '../../../http/time-zone.js'
import { field } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { THRESHOLDS } from '../kinds.js'
import { say } from '../texts.js'

export const MAIL_WORDS = ['never', 'each', 'daily'] as const
const MAX_NAMED = 200
const MAX_SPANS = 50
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Object that a rule refers to, with its name. */
@ApiSchema({ name: 'AlertRuleName' })
export class AlertRuleNameDto {
  @Whole() id: number
  @Text() name: string
}

/** Span of time within a week. */
@ApiSchema({ name: 'HourSpan' })
export class HourSpanDto {
  @ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 }, description: '1 is Monday' }) days: number[]
  @Text({ description: 'HH:mm', example: '08:00' }) from: string
  @Text({ description: 'HH:mm; if it is not after `from`, it is on the next day', example: '18:00' }) till: string
}

const isSpan = (span: unknown): boolean => {
  const { days, from, till } = (span ?? {}) as Record<string, unknown>
  const areDays = Array.isArray(days) && days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
  return areDays && new Set(days).size === days.length && isTime(from) && isTime(till)
}
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value)
const isNothing = (value: unknown) => value === undefined || value === null

const HoursField = () =>
  applyDecorators(
    ApiProperty({
      type: [HourSpanDto],
      nullable: true,
      required: false,
      maxItems: MAX_SPANS,
      description:
        'For `outsideHours`: the hours in which the vehicle may move. For other kinds: the hours in which the rule raises alerts; null means always',
    }),
    check((hours, { kind }) => {
      if (isNothing(hours)) return kind === 'outsideHours' ? say('hours-required') : undefined
      return Array.isArray(hours) && hours.length > 0 && hours.length <= MAX_SPANS && hours.every(isSpan)
        ? undefined
        : say('not-hours')
    }),
  )

const ThresholdField = () =>
  applyDecorators(
    ApiProperty({
      type: 'integer',
      minimum: 1,
      maximum: 43_200,
      nullable: true,
      required: false,
      description:
        'For speeding: km/h, or null for the limit of the geofence. For lowBattery: percent. For silent: minutes. Not used for other kinds',
    }),
    check((value, { kind }) => thresholdProblem(value, THRESHOLDS[kind as AlertKind])),
  )

function thresholdProblem(value: unknown, limits: (typeof THRESHOLDS)[AlertKind]): Sentence | undefined {
  if (isNothing(value)) return limits && !limits.isOptional ? say('threshold-required') : undefined
  if (!limits) return say('no-threshold')
  if (!Number.isInteger(value)) return field('not-whole')
  if ((value as number) < limits.min) return field('not-positive', { min: limits.min })
  return (value as number) > limits.max ? field('too-great', { max: limits.max }) : undefined
}

const QuietField = (other: 'quiet_from' | 'quiet_till') =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      example: '22:00',
      description: 'HH:mm by the clocks of `tz`; null without quiet hours',
    }),
    check((value, body) => {
      if (isNothing(value)) return isNothing(body[other]) ? undefined : say('quiet-both')
      if (!isTime(value)) return say('not-a-time')
      return value === body[other] ? say('quiet-same') : undefined
    }),
  )

const ZoneField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', required: false, description: 'IANA time zone. Default: the time zone of the caller' }),
    ZoneName(isNothing),
  )

/** Alert rule. It defines the condition of an alert and the users to notify. */
@ApiSchema({ name: 'AlertRule' })
export class AlertRuleDto {
  @Whole() id: number
  @Text() name: string
  @Whole({ description: 'Id of the owning business. It applies to vehicles of this business and those below' })
  business_id: number
  @Text() business_name: string
  @OneOf(ALERT_KINDS) kind: AlertKind
  @Fact({ description: 'False switches the rule off: it sends no notifications' }) active: boolean
  @Whole({
    nullable: true,
    description: 'For speeding: km/h, or null for the limit of the geofence. For lowBattery: percent. For silent: minutes',
  })
  threshold: number | null
  @Whole({ description: 'Seconds that the cause must last' }) lasting_s: number
  @ApiProperty({
    type: [HourSpanDto],
    nullable: true,
    description:
      'For `outsideHours`: the hours in which the vehicle may move. For other kinds: the hours in which the rule raises alerts; null means always',
  })
  hours: HourSpanDto[] | null
  @Text() tz: string
  @ApiProperty({ type: [AlertRuleNameDto], description: 'For entry, exit and speeding: only these geofences; empty for all' })
  geofences: AlertRuleNameDto[]
  @ApiProperty({ type: [AlertRuleNameDto], description: 'Only vehicles with one of these tags; empty: all' })
  tags: AlertRuleNameDto[]
  @ApiProperty({ type: [AlertRuleNameDto], description: 'Users who are notified' }) users: AlertRuleNameDto[]
  @Fact({ description: 'True if users are notified in the portal' }) tell_bell: boolean
  @OneOf(MAIL_WORDS) tell_mail: (typeof MAIL_WORDS)[number]
  @Text({
    nullable: true,
    description: 'Start of the quiet hours, HH:mm. Notifications wait until the quiet hours end. Null without quiet hours',
  })
  quiet_from: string | null
  @Text({ nullable: true, description: 'End of the quiet hours, HH:mm; null without quiet hours' }) quiet_till: string | null
  @Whole({
    description:
      'Minutes after a notification. Within this time, further alerts of the same vehicle by this rule send no notification',
  })
  cool_down_min: number
  @Whole({ description: 'Number of unacknowledged alerts of the rule in the caller’s inbox' }) open_count: number
  @Moment() created_at: string
  @Moment() updated_at: string
}

@ApiSchema({ name: 'UpdateAlertRule' })
export class UpdateAlertRuleDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @WordField(ALERT_KINDS) kind: AlertKind

  @FlagField('False switches the rule off: it sends no notifications') active?: boolean

  @ThresholdField() threshold?: number | null

  @WholeField({ min: 0, max: 86_400, isOptional: true, description: 'Seconds that the cause must last' })
  lasting_s?: number | null

  @HoursField() hours?: HourSpanDto[] | null

  @ZoneField() tz?: string | null

  @IdsField('geofences', { max: MAX_NAMED }) geofence_ids?: number[]

  @IdsField('tags', { max: MAX_NAMED }) tag_ids?: number[]

  @IdsField('users who are notified', { max: MAX_NAMED }) user_ids?: number[]

  @FlagField('True to notify users in the portal') tell_bell?: boolean

  @WordField(MAIL_WORDS, { optional: true }) tell_mail?: (typeof MAIL_WORDS)[number]

  @QuietField('quiet_till') quiet_from?: string | null

  @QuietField('quiet_from') quiet_till?: string | null

  @WholeField({ min: 0, max: 10_080, isOptional: true, description: 'Minutes' }) cool_down_min?: number | null
}

@ApiSchema({ name: 'CreateAlertRule' })
export class CreateAlertRuleDto extends UpdateAlertRuleDto {
  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}
