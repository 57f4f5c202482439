import { ApiSchema } from '@nestjs/swagger'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { WEBHOOK_KINDS } from './webhook.dto.js'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'withheld'] as const
export const DELIVERY_PROBLEMS = [
  ...['bad-address', 'no-such-host', 'private-address', 'no-tls', 'no-certificate', 'timeout', 'no-answer'],
] as const

/** Webhook delivery: one event that is sent to one webhook, with the outcome. */
@ApiSchema({ name: 'WebhookDelivery' })
export class WebhookDeliveryDto {
  @Whole() id: number
  @Whole() webhook_id: number
  @Text({ description: 'The header `webhook-id`, the same at every attempt' }) message_id: string
  @OneOf([...WEBHOOK_KINDS, 'test']) kind: string
  @Whole({ nullable: true }) entity_id: number | null
  @Text({ nullable: true }) entity_name: string | null
  @Moment() happened_at: string
  @OneOf(DELIVERY_STATES, {
    description: '`withheld`: it contains the location of a consumer’s vehicle, and the consent has ended since',
  })
  state: string
  @Whole({ description: 'Attempts since the event, or since it was last sent again by hand' }) attempts: number
  @Moment({ nullable: true, description: 'Time of the last attempt' }) last_at: string | null
  @Whole({ nullable: true, description: 'HTTP status of the last answer' }) status: number | null
  @OneOf(DELIVERY_PROBLEMS, { nullable: true, description: 'Why the last attempt got no answer' }) problem: string | null
  @Whole({ nullable: true, description: 'Milliseconds that the last attempt took' }) took_ms: number | null
  @Moment({ nullable: true, description: 'Time of the next attempt. Deliveries of one vehicle are sent in order' })
  next_at: string | null
  @Moment() created_at: string
}
