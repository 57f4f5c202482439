import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsObject, ValidateNested } from 'class-validator'
import { isDay } from '../../../day-sums/index.js'
import { check, FlagField, IdsField, OptionalIdField, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { ZoneName } from '../../../http/time-zone.js'
import { says } from '../../../http/validation.js'
import { field, query } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/**
 * Maximum length of a title in characters. Phones show a title of this length, and a message of the next constant's length,
 * completely (G-80).
 */
const MAX_TITLE = 65
const MAX_BODY = 240
const MAX_TAGS = 50
const MAX_BUSINESSES = 500
const MAX_CONSUMERS = 1_000

/**
 * States of a notification (G-80). A notification is `planned` until its time, and then `sending`. If it reached no consumer,
 * it is `failed`.
 */
export const NOTIFICATION_STATES = ['planned', 'sending', 'sent', 'failed', 'deleted'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

const AUDIENCE_KINDS = ['all', 'selection'] as const
/** Message with the wording of the specification. */
const REQUIRED = say('all-required')

/**
 * Recipients (R-211, G-81). A selection contains the consumers with a vehicle that matches all given criteria:
 * - tags: at least one of them
 * - businesses: one of them, or a business below it
 * - brand and model
 *
 * Picked consumers are added. The selection is evaluated when the message is sent.
 */
@ApiSchema({ name: 'NotificationRecipients' })
export class NotificationRecipientsDto {
  @WordField(AUDIENCE_KINDS) kind: (typeof AUDIENCE_KINDS)[number]

  @IdsField('tags', { max: MAX_TAGS }) tag_ids?: number[]

  @IdsField('businesses', { max: MAX_BUSINESSES }) business_ids?: number[]

  @OptionalLine('brand', { maxLength: 100 }) brand?: string | null

  @OptionalLine('model', { maxLength: 100 }) model?: string | null

  @IdsField('consumers', { max: MAX_CONSUMERS }) consumer_ids?: number[]
}

const RecipientsField = () =>
  applyDecorators(
    ApiProperty({ type: NotificationRecipientsDto }),
    ValidateNested(),
    Type(() => NotificationRecipientsDto),
    IsObject(says(field('not-object'))),
  )

/** Declares a required text with a further check. */
const Given = (description: string, example: string, problemOf: (value: string) => Sentence | undefined) =>
  applyDecorators(
    ApiProperty({ type: 'string', description, example }),
    check((value) => (typeof value !== 'string' || value === '' ? REQUIRED : problemOf(value))),
  )

@ApiSchema({ name: 'UpdateAppNotification' })
export class UpdateAppNotificationDto {
  @Given('Day in `time_zone`', '2026-12-01', (value) => (isDay(value) ? undefined : query('not-day'))) date: string

  @Given('Time of day in `time_zone`. If the clocks show this time twice, the first time counts', '09:30', (value) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : say('not-time'),
  )
  time: string

  @ApiProperty({ type: 'string', required: false, description: 'IANA time zone; the caller’s own by default' })
  @ZoneName((value) => value === undefined)
  time_zone?: string

  @RequiredLine('title', { maxLength: MAX_TITLE, tooLong: say('title-too-long', { max: MAX_TITLE }) }, REQUIRED) title: string

  @RequiredLine('message', { maxLength: MAX_BODY, tooLong: say('body-too-long', { max: MAX_BODY }) }, REQUIRED) body: string

  @RecipientsField() recipients: NotificationRecipientsDto

  @FlagField('True to send the notification at once if its time has passed. Without this, a time in the past is refused')
  send_now?: boolean
}

@ApiSchema({ name: 'CreateAppNotification' })
export class CreateAppNotificationDto extends UpdateAppNotificationDto {
  @OptionalIdField('business', 'Id of the sending business. Default: the business of the caller') business_id?: number | null
}

@ApiSchema({ name: 'AskAudience' })
export class AskAudienceDto {
  @RecipientsField() recipients: NotificationRecipientsDto

  @OptionalIdField('business', 'Id of the sending business. Default: the business of the caller') business_id?: number | null
}

/** Number of recipients that the notification would have if it were sent now (G-80). */
@ApiSchema({ name: 'NotificationAudience' })
export class NotificationAudienceDto {
  @Whole({ description: 'Number of consumers in the selection' }) consumers: number
  @Whole({ description: 'Number of these consumers with a registered device' }) reachable: number
}

@ApiSchema({ name: 'ConsumerOption' })
export class ConsumerOptionDto {
  @Whole() id: number
  @Text() name: string
  @Text() business_name: string
}

@ApiSchema({ name: 'ToldRecipients' })
export class ToldRecipientsDto {
  @OneOf(AUDIENCE_KINDS) kind: (typeof AUDIENCE_KINDS)[number]
  @ListOf('integer') tag_ids: number[]
  @ListOf('integer') business_ids: number[]
  @Text({ nullable: true, description: 'Null for vehicles of every brand' }) brand: string | null
  @Text({ nullable: true, description: 'Null for vehicles of every model' }) model: string | null
  @ListOf('integer') consumer_ids: number[]
}

@ApiSchema({ name: 'AppNotification' })
export class AppNotificationDto {
  @Whole() id: number
  @Text() title: string
  @Text() body: string
  @OneOf(NOTIFICATION_STATES, { description: 'State of the notification. failed: it reached nobody' }) state: NotificationState
  @ApiProperty({ type: 'string', format: 'date', description: 'Day in its time zone' }) date: string
  @Text({ description: 'HH:mm in its zone' }) time: string
  @Text({ description: 'IANA time zone' }) time_zone: string
  @Moment({ description: 'Instant of the planned date and time' }) planned_at: string
  @ApiProperty({ type: ToldRecipientsDto }) recipients: ToldRecipientsDto
  @ApiProperty({ type: [ConsumerOptionDto], description: 'Consumers that were picked, as far as they are in scope' })
  picked: ConsumerOptionDto[]
  @Whole({ description: 'Id of the sending business; its consumers and those of businesses below receive it' })
  business_id: number
  @Text() business_name: string
  @Text({ nullable: true, description: 'Name of the user who created it; null if the caller may not see that user' }) author:
    | string
    | null
  @Fact({ description: 'True if the notification was changed after it was planned' }) was_updated: boolean
  @Whole({ description: 'Number of recipients when the sending began' }) consumers_count: number
  @Whole({ description: 'Number of recipients whom it reached on a device' }) sent_count: number
  @Whole({ description: 'Number of recipients whom it has not reached yet' }) waiting_count: number
  @Whole({ description: 'Number of recipients whom it reached on no device' }) failed_count: number
  @Whole({ description: 'Number of recipients without a registered device' }) no_device_count: number
  @Fact({ description: 'True if the results for each device have been deleted and only these counts are kept' })
  are_results_forgotten: boolean
  @Moment({ nullable: true, description: 'When the sending began; null before' }) sending_at: string | null
  @Moment({ nullable: true, description: 'When all was done; null before' }) ended_at: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}

export const RECIPIENT_STATES = ['waiting', 'sent', 'failed', 'no-device'] as const

/** Outcome for one device of one person. */
@ApiSchema({ name: 'NotificationRecipient' })
export class NotificationRecipientDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null without a business, or if the caller may not see it' }) business_name: string | null
  @Fact({ description: 'True for a portal user who gets a copy, and is not a consumer' }) is_copy: boolean
  @OneOf(['fcm', 'webpush'], { nullable: true, description: 'Kind of device; null without a device' }) kind:
    | 'fcm'
    | 'webpush'
    | null
  @OneOf(RECIPIENT_STATES) state: (typeof RECIPIENT_STATES)[number]
  @Whole({ description: 'Number of attempts so far' }) attempts: number
  @Text({ nullable: true, description: 'Why it failed, or why it is tried again; null unless it failed or is tried again' })
  reason: Sentence | null
  @Moment({ nullable: true, description: 'When the next attempt is due; null unless it is to be tried' }) next_attempt_at:
    | string
    | null
  @Moment({ nullable: true, description: 'Null until it was sent or given up' }) ended_at: string | null
}
