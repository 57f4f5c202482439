import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator'
import { FlagField, isOneOf, OptionalIdField, RequiredLine } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { field, ids } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** Kinds of events for webhooks. They are the rows of `webhook_kinds` except `test`. */
export const WEBHOOK_KINDS = [
  ...['trip.ended', 'trip.corrected', 'trip.removed', 'alert.raised', 'alert.withdrawn', 'alert.ended'],
  ...['vehicle.missing', 'vehicle.found', 'vehicle.given-up', 'service.due'],
] as const
export const WEBHOOK_STATES = ['active', 'failing', 'off', 'gone', 'given-up'] as const

/** Webhook without its secret. */
@ApiSchema({ name: 'Webhook' })
export class WebhookDto {
  @Whole() id: number
  @Text() name: string
  @Text({ description: 'Address to which events are posted' }) url: string
  @ListOf('string', { description: 'Types of event that are sent' }) kinds: string[]
  @Whole() business_id: number
  @Text() business_name: string
  @Fact({ description: 'Includes events of the businesses below' }) includes_below: boolean
  @Fact() active: boolean
  @OneOf(WEBHOOK_STATES, {
    description:
      '`failing`: the receiver refused the last delivery; `off`: switched off by a person; `gone`: the receiver answered 410; `given-up`: the receiver accepted nothing for five days',
  })
  state: string
  @Whole({ description: 'Number of waiting deliveries' }) waiting_count: number
  @Moment({ nullable: true }) last_success_at: string | null
  @Moment({ nullable: true, description: 'Time since which the receiver has refused everything' }) failing_since_at: string | null
  @Moment({ nullable: true, description: 'Time until which the earlier secret signs as well' }) previous_secret_ends_at:
    | string
    | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Webhook with its new secret. */
@ApiSchema({ name: 'WebhookWithSecret' })
export class WebhookWithSecretDto extends WebhookDto {
  @Text({
    nullable: true,
    description:
      'Secret for checking signatures, in the form of Standard Webhooks. Returned only once; null when the same Idempotency-Key is sent again',
  })
  secret: string | null
}

const KindsField = () =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', enum: [...WEBHOOK_KINDS] },
      minItems: 1,
      maxItems: WEBHOOK_KINDS.length,
      uniqueItems: true,
      description: 'Types of event that are sent',
    }),
    IsIn(WEBHOOK_KINDS, { each: true, ...isOneOf(WEBHOOK_KINDS) }),
    ArrayUnique(says(ids('once'))),
    ArrayMaxSize(WEBHOOK_KINDS.length, says(field('at-most', { max: WEBHOOK_KINDS.length }))),
    ArrayMinSize(1, says(say('no-kinds'))),
    IsArray(says(field('not-list'))),
  )

@ApiSchema({ name: 'UpdateWebhook' })
export class UpdateWebhookDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @RequiredLine('address', { maxLength: 500, description: 'Address of the receiver: https://, reachable from the internet' })
  url: string

  @KindsField() kinds: string[]

  @FlagField('Includes events of the businesses below. Default: true') includes_below?: boolean

  @FlagField('Sends events. Default: true') active?: boolean
}

@ApiSchema({ name: 'CreateWebhook' })
export class CreateWebhookDto extends UpdateWebhookDto {
  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}
