import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator'
import { FlagField, isOneOf, OptionalIdField, RequiredLine } from '../../../http/body-fields.js'
import { Fact, ListOf, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { field, ids } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** Kinds of events for webhooks; the rows of `webhook_kinds` except `test`. */
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
  @Text({ description: 'Where it is posted to' }) url: string
  @ListOf('string', { description: 'What it listens to' }) kinds: string[]
  @Whole() business_id: number
  @Text() business_name: string
  @Fact({ description: 'It listens to what happens at the businesses below, too' }) includes_below: boolean
  @Fact() active: boolean
  @OneOf(WEBHOOK_STATES, {
    description:
      '`failing`: its receiver took nothing last time; `off`: by hand; `gone`: its receiver answered 410; `given-up`: its receiver took nothing for five days',
  })
  state: string
  @Whole({ description: 'Deliveries that wait' }) waiting_count: number
  @Moment({ nullable: true }) last_success_at: string | null
  @Moment({ nullable: true, description: 'Since when its receiver takes nothing' }) failing_since_at: string | null
  @Moment({ nullable: true, description: 'Until when the secret before signs, too' }) previous_secret_ends_at: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Webhook with its new secret. */
@ApiSchema({ name: 'WebhookWithSecret' })
export class WebhookWithSecretDto extends WebhookDto {
  @Text({
    nullable: true,
    description:
      'To verify signatures with, as Standard Webhooks writes it. Shown this once; null when the same Idempotency-Key asks again',
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
      description: 'What it listens to',
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

  @RequiredLine('address', { maxLength: 500, description: 'https://, of a receiver that the whole internet can reach' })
  url: string

  @KindsField() kinds: string[]

  @FlagField('It listens to what happens at the businesses below, too; so unless told otherwise') includes_below?: boolean

  @FlagField('Whether it is sent to; so unless told otherwise') active?: boolean
}

@ApiSchema({ name: 'CreateWebhook' })
export class CreateWebhookDto extends UpdateWebhookDto {
  @OptionalIdField('business', 'Id of the business whose it is; the caller’s unless told otherwise') business_id?: number | null
}
