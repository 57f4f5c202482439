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
  @Whole({ nullable: true, description: 'Null if the alert is not about a geofence' }) geofence_id: number | null
  @Text({ nullable: true, description: 'Null if the alert is not about a geofence' }) geofence_name: string | null
  @Whole({ description: 'Id of the business of the vehicle at the time' }) business_id: number
  @Text() business_name: string
  @Whole() entity_id: number
  @Text({ nullable: true, description: 'Name of the vehicle; null if the vehicle now belongs to another business' }) entity_name:
    | string
    | null
  @Moment({ description: 'Time of the fix that raised the alert. For `dispute`: time when the known sender sent again' })
  began_at: string
  @Moment({ nullable: true, description: 'Time of the end; null while the alert goes on' }) ended_at: string | null
  @Moment({
    nullable: true,
    description: 'For `silent`: time of the tracker’s last message, if it arrived long after `began_at`. Null otherwise',
  })
  heard_at: string | null
  @Decimal({ nullable: true, description: 'Degrees north of the equator (WGS 84); null if unknown or hidden' }) latitude:
    | number
    | null
  @Decimal({ nullable: true, description: 'Degrees east of Greenwich (WGS 84); null if unknown or hidden' }) longitude:
    | number
    | null
  @Decimal({ nullable: true, description: 'Worst value in km/h, percent or minutes; null for kinds without a value' }) value:
    | number
    | null
  @Whole({ nullable: true, description: 'Limit that raised the alert, in the same unit; null for kinds without one' })
  threshold: number | null
  @Fact({ description: 'True if the alert was raised long afterwards because its fixes arrived late' }) late: boolean
  @Moment({ nullable: true, description: 'Time at which later fixes disproved the alert; null unless they did' }) withdrawn_at:
    | string
    | null
  @Moment({ nullable: true, description: 'Null until somebody acknowledges it' }) acknowledged_at: string | null
  @Text({ nullable: true, description: 'Name of the user; null until somebody acknowledges it' }) acknowledged_by: string | null
  @Moment({ nullable: true, description: 'Time until which the alert stays hidden; null unless it is snoozed' }) snoozed_until:
    | string
    | null
  @Text({ nullable: true, description: 'Note of the user who acknowledged it; null without one' }) note: string | null
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
