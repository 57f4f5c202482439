import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { CONNECTIONS, LIFECYCLES, MOTIONS, VEHICLE_TYPES } from '@roadbook/contracts'
import type { Connection, Lifecycle, Motion } from '@roadbook/contracts'
import { EntityPlanDto } from './entity-plan.dto.js'
import {
  SUBSCRIPTION_PERIODS,
  SUBSCRIPTION_STATES,
  type SubscriptionPeriod,
  type SubscriptionState,
} from '../facts/subscription-periods.js'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/** Last known position of an entity. */
@ApiSchema({ name: 'EntityPosition' })
export class EntityPositionDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Decimal({ nullable: true }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Degrees clockwise from true north' }) heading: number | null
  @Fact() moving: boolean
  @Moment({ nullable: true, description: 'Time of the fix' }) positioned_at: string | null
  @Moment({ nullable: true, description: 'Arrival of its packet' }) received_at: string | null
  @Moment({ nullable: true, description: 'Arrival of the last message of any kind' }) last_activity: string | null
  @Whole({ nullable: true }) external_battery_mv: number | null
  @Whole({ nullable: true, description: '0 (none) to 5 (full)' }) gsm_signal: number | null
  @Whole({ nullable: true }) satellites: number | null
  @Text({ nullable: true }) address: string | null
}

/** Health of the installed tracker. Contains no location. */
@ApiSchema({ name: 'EntityTracker' })
export class EntityTrackerDto {
  @Text({ nullable: true }) firmware_version: string | null
  @Whole({ nullable: true, description: '0 (none) to 5 (full)' }) gsm_signal: number | null
  @Whole({ nullable: true }) external_battery_mv: number | null
  @Whole({ nullable: true, description: 'Charge of the battery of the tracker' }) battery_percent: number | null
}

/** Subscription that covers the vehicle today. */
@ApiSchema({ name: 'EntitySubscription' })
export class EntitySubscriptionDto {
  @Whole() id: number
  @Text({ nullable: true, description: 'Null if the caller may not see the product' }) title: string | null
  @OneOf(SUBSCRIPTION_PERIODS, { nullable: true, description: 'R-358' }) period: SubscriptionPeriod | null
  @OneOf(SUBSCRIPTION_STATES, { description: 'Active, or expiring within 30 days with no other subscription after it' })
  state: SubscriptionState
  @Moment() starts_at: string
  @Moment({ nullable: true, description: 'End of the subscription; null if it runs until it is cancelled' }) ends_at:
    | string
    | null
  @Moment({
    nullable: true,
    description: 'End including the days of grace; null while the subscription renews itself or has no end',
  })
  covered_until: string | null
  @Fact({ description: 'Renews automatically at each end' }) renews: boolean
}

@ApiSchema({ name: 'Tag' })
export class TagDto {
  @Whole() id: number
  @Text() name: string
  @Text() type: string
}

/** Vehicle. It may be anything that a tracker is installed on. */
@ApiSchema({ name: 'Entity' })
export class EntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true }) short_name: string | null
  @Text() entity_name: string
  @Text({ nullable: true }) frame_number: string | null
  @Text({ nullable: true }) license_plate: string | null
  @OneOf(VEHICLE_TYPES) vehicle_type: string
  @Text({ nullable: true }) brand: string | null
  @Text({ nullable: true }) model: string | null
  @Text({ nullable: true }) color: string | null
  @Text({ nullable: true }) engine_brand: string | null
  @Text({ nullable: true }) engine_model: string | null
  @Text({ nullable: true }) power_unit: string | null
  @Whole({ description: 'Metres; 0 when unknown' }) odo: number
  @Text({ nullable: true }) imei: string | null
  @Whole({ nullable: true }) device_id: number | null
  @Text({ nullable: true }) device_model: string | null
  @Fact({ description: 'True if the vehicle belongs to a customer. Then it cannot be deleted' }) has_customer: boolean
  @Text({ nullable: true, description: 'Only for callers with update:entity' }) consumer_name: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Text({ nullable: true }) sub_vendor_name: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Text({ nullable: true, description: 'Name of the user who created it' }) created_by: string | null
  @Moment({ nullable: true, description: 'Arrival of the last packet' }) last_seen: string | null
  @OneOf(MOTIONS, { description: 'State of movement. `moving` requires a message within the last hour' }) motion: Motion
  @OneOf(CONNECTIONS, { description: 'G-41; `reported` is today in the zone of `tz`' }) connection: Connection
  @OneOf(LIFECYCLES) lifecycle: Lifecycle
  @ApiProperty({ type: () => EntityTrackerDto, nullable: true, description: 'Null without a tracker' })
  tracker: EntityTrackerDto | null
  @ApiProperty({ type: () => EntitySubscriptionDto, nullable: true, description: 'The subscription of today' })
  subscription: EntitySubscriptionDto | null
  @Fact({ description: 'G-24: its business, or one above it, has a contract for the recovery of missing vehicles' })
  recovery_contract: boolean
  @Fact({ description: 'True if the vehicle belongs to a consumer and its location is hidden from the caller' })
  location_hidden: boolean
  @ApiProperty({ type: () => EntityPositionDto, nullable: true }) position: EntityPositionDto | null
  @ApiProperty({ type: [TagDto], required: false, description: 'Present with `with=tags`' }) tags?: TagDto[]
  @ApiProperty({
    type: [EntityPlanDto],
    required: false,
    description: 'Present with `with=maintenance_plans`, only for a single vehicle',
  })
  maintenance_plans?: EntityPlanDto[]
}

/** Answer with only the position of an entity. */
@ApiSchema({ name: 'EntityPositionAnswer' })
export class EntityPositionAnswerDto {
  @Whole() entity_id: number
  @Fact() location_hidden: boolean
  @ApiProperty({ type: () => EntityPositionDto, nullable: true }) position: EntityPositionDto | null
}
