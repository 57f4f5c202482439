import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ALERT_KINDS, type AlertKind } from '@roadbook/contracts'
import { check, MomentField, OptionalLine } from '../../../http/body-fields.js'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { ids } from '../../../texts/platform.js'
import { say } from '../texts.js'

export const ALERT_STATES = ['open', 'snoozed', 'acknowledged', 'withdrawn'] as const
export type AlertState = (typeof ALERT_STATES)[number]

const MAX_AT_ONCE = 200
const MAX_NOTE_LENGTH = 500
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isAlertId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** Alert: a vehicle met the condition of a rule. */
@ApiSchema({ name: 'Alert' })
export class AlertDto {
  @Text() id: string
  @OneOf(ALERT_KINDS) kind: AlertKind
  @OneOf(ALERT_STATES) state: AlertState
  @Whole() rule_id: number
  @Text() rule_name: string
  @Whole({ nullable: true }) geofence_id: number | null
  @Text({ nullable: true }) geofence_name: string | null
  @Whole({ description: 'Id of the business of the vehicle at the time' }) business_id: number
  @Text() business_name: string
  @Whole() entity_id: number
  @Text({ nullable: true, description: 'Name of the vehicle; null if it belongs to somebody else by now' }) entity_name:
    | string
    | null
  @Moment({ description: 'Time of the fix. dispute: when the known sender sent again' }) began_at: string
  @Moment({ nullable: true, description: 'Time of the end; null while the alert goes on' }) ended_at: string | null
  @Moment({
    nullable: true,
    description: 'silent: last message of the tracker, if that came long after the fix in `began_at`; otherwise null',
  })
  heard_at: string | null
  @Decimal({ nullable: true }) latitude: number | null
  @Decimal({ nullable: true }) longitude: number | null
  @Decimal({ nullable: true, description: 'The worst value: km/h, percent or minutes' }) value: number | null
  @Whole({ nullable: true, description: 'Limit that raised the alert, in the same unit; null for kinds without one' })
  threshold: number | null
  @Fact({ description: 'True if the alert was raised long afterwards because its fixes arrived late' }) late: boolean
  @Moment({ nullable: true, description: 'Time at which later fixes disproved the alert' }) withdrawn_at: string | null
  @Moment({ nullable: true }) acknowledged_at: string | null
  @Text({ nullable: true }) acknowledged_by: string | null
  @Moment({ nullable: true }) snoozed_until: string | null
  @Text({ nullable: true }) note: string | null
  @Moment({ description: 'Time at which the alert was raised' }) created_at: string
  @Moment() updated_at: string
}

const AlertIdsField = () =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      maxItems: MAX_AT_ONCE,
      uniqueItems: true,
      example: ['00000000-0000-4000-8000-000000000000'],
      description: 'Ids of alerts',
    }),
    check((value) => {
      if (!Array.isArray(value)) return ids('list')
      if (value.length === 0 || value.length > MAX_AT_ONCE) return ids('at-most', { max: MAX_AT_ONCE })
      return value.every(isAlertId) ? undefined : ids('some')
    }),
  )

@ApiSchema({ name: 'AcknowledgeAlerts' })
export class AcknowledgeAlertsDto {
  @AlertIdsField() ids: string[]

  @OptionalLine('note', { maxLength: MAX_NOTE_LENGTH, tooLong: say('note-too-long', { max: MAX_NOTE_LENGTH }) })
  note?: string | null
}

@ApiSchema({ name: 'SnoozeAlerts' })
export class SnoozeAlertsDto {
  @AlertIdsField() ids: string[]

  @MomentField({ isRequired: true, description: 'Time until which the alerts stay hidden' }) until: string
}

@ApiSchema({ name: 'ReopenAlerts' })
export class ReopenAlertsDto {
  @AlertIdsField() ids: string[]
}

@ApiSchema({ name: 'ChangedAlerts' })
export class ChangedAlertsDto {
  @Whole({ description: 'Number of alerts changed: those that the caller sees and that are not withdrawn' }) changed: number
}
