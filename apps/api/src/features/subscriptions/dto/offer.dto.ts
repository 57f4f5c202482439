import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS, type BusinessKind } from '@roadbook/contracts'
import { BulkRowDto } from '../../../bulk/index.js'
import { FlagField, IdField, IdsField } from '../../../http/body-fields.js'
import { Fact, OneOf, Text, Whole } from '../../../http/properties.js'
import { SUBSCRIPTION_PERIODS, type SubscriptionPeriod } from '../../entities/index.js'
import { say } from '../texts.js'

const MAX_BUSINESSES = 500

/** Product offered to a business. */
@ApiSchema({ name: 'OfferedSubscription' })
export class OfferedSubscriptionDto {
  @Whole() id: number
  @Text() title: string
  @Fact({ description: 'True if the discount price applies to this business' }) is_discounted: boolean
  @Whole({ nullable: true, description: 'Business from which it is inherited; null if it is attached to this one' })
  from_id: number | null
  @Text({ nullable: true, description: 'Null if it is attached to this business' }) from_name: string | null
}

/** Business with its offers. */
@ApiSchema({ name: 'BusinessOffers' })
export class BusinessOffersDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(BUSINESS_KINDS) kind: BusinessKind
  @Text({ nullable: true, description: 'Name of the parent; null if the caller may not see the parent' }) parent_name:
    | string
    | null
  @ApiProperty({ type: [OfferedSubscriptionDto], description: 'Products attached to this business' })
  own: OfferedSubscriptionDto[]
  @ApiProperty({
    type: [OfferedSubscriptionDto],
    description: 'Products that are attached to parent businesses and not to this business',
  })
  inherited: OfferedSubscriptionDto[]
  @Whole({ description: 'Number of vehicles of this business itself' }) vehicles_count: number
  @Whole({ description: 'Number of these vehicles that are covered' }) covered_count: number
}

/** Product to offer to a business (R-324, G-26). */
@ApiSchema({ name: 'AttachSubscription' })
export class AttachSubscriptionDto {
  @IdField('subscription') subscription_id: number

  @FlagField('True if the discount price applies to the business') is_discounted?: boolean

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

@ApiSchema({ name: 'DetachSubscription' })
export class DetachSubscriptionDto {
  @IdField('subscription') subscription_id: number

  @FlagField('True to report what would happen, without changing anything') dry_run?: boolean
}

const Businesses = () => IdsField('businesses', { max: MAX_BUSINESSES, none: say('no-businesses') })

@ApiSchema({ name: 'AttachSubscriptions' })
export class AttachSubscriptionsDto extends AttachSubscriptionDto {
  @Businesses() businesses: number[]
}

@ApiSchema({ name: 'DetachSubscriptions' })
export class DetachSubscriptionsDto extends DetachSubscriptionDto {
  @Businesses() businesses: number[]
}

/** Number of businesses and vehicles that a change of an offer affects, and the outcome for each business. */
@ApiSchema({ name: 'SubscriptionReach' })
export class SubscriptionReachDto {
  @Whole({ description: 'Number of businesses whose own offers were changed' }) changed: number
  @Whole({ description: 'Number of businesses that already were as requested' }) unchanged: number
  @Whole({ description: 'Number of businesses that were not changed because of an error' }) failed: number
  @Whole({ description: 'Number of businesses that changed, plus the businesses below them' }) businesses: number
  @Whole({ description: 'Number of vehicles of all these businesses' }) vehicles: number
  @Whole({ description: 'Number of these vehicles that have this product now; their coverage continues unchanged' })
  running: number
  @ApiProperty({ type: [BulkRowDto] }) results: BulkRowDto[]
}

/** Product that can be given to a vehicle of a business. */
@ApiSchema({ name: 'SubscriptionOption' })
export class SubscriptionOptionDto {
  @Whole() id: number
  @Text({ description: 'Title of the product' }) name: string
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string
  @Whole({ description: 'Price of a period for that business, in the smallest unit of the currency' }) price_minor: number
  @OneOf(SUBSCRIPTION_PERIODS) period: SubscriptionPeriod
  @Whole() grace_days: number
  @Fact({
    description: 'True if the caller does not act for the seller. Then the product must be ordered and paid, and cannot be given',
  })
  is_sold: boolean
}
