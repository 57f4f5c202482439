import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Matches, ValidateIf } from 'class-validator'
import { FlagField, OptionalIdField, OptionalLine, RequiredLine, WholeField, WordField } from '../../../http/body-fields.js'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { check } from '../../../http/body-fields.js'
import { says } from '../../../http/validation.js'
import { SUBSCRIPTION_PERIODS, type SubscriptionPeriod } from '../../entities/index.js'
import { say } from '../texts.js'

const MAX_TITLE_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 2_000
/**
 * Maximum price in the smallest unit of the currency. In most currencies this is a million of the main unit, which is more
 * than any product costs. The limit keeps sums within the range of the database's integers.
 */
const MAX_PRICE_MINOR = 100_000_000
const MAX_GRACE_DAYS = 90
const SMALLEST = 'of one period, in the smallest unit of the currency'

/** Product that covers vehicles. */
@ApiSchema({ name: 'Subscription' })
export class SubscriptionDto {
  @Whole() id: number
  @Text() title: string
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string
  @Whole({ description: `Price ${SMALLEST}` }) default_price_minor: number
  @Whole({ nullable: true, description: `Discount price ${SMALLEST}; null for none` })
  discount_price_minor: number | null
  @OneOf(SUBSCRIPTION_PERIODS) period: SubscriptionPeriod
  @Whole({ description: 'Number of days for which a vehicle stays covered after the end' }) grace_days: number
  @Fact({ description: 'True if an order is made for each coming period' }) bills: boolean
  @Whole({ description: 'Id of the business that offers the product' }) business_id: number
  @Text({ nullable: true, description: 'Null if the product belongs to a business above the caller’s' }) business_name:
    | string
    | null
  @Whole({ description: 'Number of businesses in scope to which it is attached' }) businesses_count: number
  @Whole({ description: 'Number of vehicles in scope that it covers' }) vehicles_count: number
  @Moment() created_at: string
  @Moment() updated_at: string
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
}

@ApiSchema({ name: 'UpdateSubscription' })
export class UpdateSubscriptionDto {
  @RequiredLine('title', { maxLength: MAX_TITLE_LENGTH }) title: string

  @OptionalLine('description', { maxLength: MAX_DESCRIPTION_LENGTH }) description?: string | null

  @ApiProperty({ type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR', description: 'ISO 4217' })
  @Matches(/^[A-Z]{3}$/, says(say('not-currency')))
  currency: string

  @WholeField({ min: 0, max: MAX_PRICE_MINOR, description: `Price ${SMALLEST}` }) default_price_minor: number

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: MAX_PRICE_MINOR,
    nullable: true,
    required: false,
    description: 'Discount price of one period, in the smallest unit of the currency; null for none',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @check((value, { default_price_minor: price }) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= Number(price) ? undefined : say('discount-too-high'),
  )
  discount_price_minor?: number | null

  @WordField(SUBSCRIPTION_PERIODS) period: SubscriptionPeriod

  @WholeField({ min: 0, max: MAX_GRACE_DAYS, description: 'Number of days for which a vehicle stays covered after the end' })
  grace_days: number

  @FlagField(
    'True to make an order for each coming period. If absent, an existing product is unchanged, and a new one makes no orders',
  )
  bills?: boolean
}

@ApiSchema({ name: 'CreateSubscription' })
export class CreateSubscriptionDto extends UpdateSubscriptionDto {
  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}
