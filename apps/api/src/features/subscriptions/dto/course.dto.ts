import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsBoolean, IsISO8601, ValidateIf } from 'class-validator'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { FlagField, IdField, IdsField } from '../../../http/body-fields.js'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { says } from '../../../http/validation.js'
import { field, ids } from '../../../texts/platform.js'
import {
  SUBSCRIPTION_PERIODS,
  SUBSCRIPTION_STATES,
  type SubscriptionPeriod,
  type SubscriptionState,
} from '../../entities/index.js'
import { say } from '../texts.js'

/** Subscription of a vehicle with its period (R-165, G-73). */
@ApiSchema({ name: 'VehicleSubscription' })
export class VehicleSubscriptionDto {
  @Whole() id: number
  @Whole() entity_id: number
  @Text() entity_name: string
  @Whole() business_id: number
  @Text() business_name: string
  @Whole() subscription_id: number
  @Text({ nullable: true, description: 'Null if the caller may not see the product' }) title: string | null
  @OneOf(SUBSCRIPTION_STATES, {
    description: 'Expiring: the subscription ends within 30 days or is in its days of grace, and no other subscription follows',
  })
  state: SubscriptionState
  @OneOf(SUBSCRIPTION_PERIODS, { nullable: true, description: 'Null if the caller may not see the product' })
  period: SubscriptionPeriod | null
  @Text({
    nullable: true,
    description: 'ISO 4217; as agreed when the subscription began; null if the caller may not see the product',
  })
  currency: string | null
  @Whole({
    nullable: true,
    description: 'Price of one period, in the smallest unit of the currency; null if the caller may not see the product',
  })
  price_minor: number | null
  @Moment() starts_at: string
  @Moment({ nullable: true, description: 'End of the subscription; null if it runs until it is cancelled' }) ends_at:
    | string
    | null
  @Moment({
    nullable: true,
    description: 'End including the days of grace; null while the subscription renews itself or has no end',
  })
  covered_until: string | null
  @Whole() grace_days: number
  @Fact({ description: 'Renews automatically at each end' }) renews: boolean
  @Moment({ nullable: true, description: 'Null unless it was cancelled' }) cancelled_at: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

@ApiSchema({ name: 'GiveSubscription' })
export class GiveSubscriptionDto {
  @IdField('subscription') subscription_id: number

  @IdsField('entities', { max: MAX_BULK_ROWS, none: ids('no-entities') }) entities: number[]

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    required: false,
    description: 'Start of the subscription. Default: now, or the end of the present cover',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsISO8601({ strict: true }, says(field('not-time')))
  starts_at?: string | null

  @FlagField('Renews automatically at each end') renews?: boolean
}

const Subscriptions = () => IdsField('subscriptions of vehicles', { max: MAX_BULK_ROWS, none: say('no-subscriptions') })

/** Vehicles' subscriptions to change. */
@ApiSchema({ name: 'VehicleSubscriptions' })
export class VehicleSubscriptionsDto {
  @Subscriptions() ids: number[]
}

@ApiSchema({ name: 'RenewalOfSubscriptions' })
export class RenewalOfSubscriptionsDto extends VehicleSubscriptionsDto {
  @ApiProperty({ type: 'boolean', description: 'True if the subscriptions renew themselves at each end' })
  @IsBoolean(says(field('not-boolean')))
  renews: boolean
}
