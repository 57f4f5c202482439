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
  @Decimal({ nullable: true, description: 'Null if the tracker did not send it' }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Degrees clockwise from true north; null if unknown' }) heading: number | null
  @Fact() moving: boolean
  @Moment({ nullable: true, description: 'Time of the fix; null if unknown' }) positioned_at: string | null
  @Moment({ nullable: true, description: 'Arrival of its packet; null before' }) received_at: string | null
  @Moment({ nullable: true, description: 'Arrival of the last message of any kind; null before the first' }) last_activity:
    | string
    | null
  @Whole({ nullable: true, description: 'Voltage of the vehicle’s battery; null if the tracker did not send it' })
  external_battery_mv: number | null
  @Whole({ nullable: true, description: '0 (none) to 5 (full); null if unknown' }) gsm_signal: number | null
  @Whole({ nullable: true, description: 'Null if the tracker did not send it' }) satellites: number | null
  @Text({ nullable: true, description: 'Null if none is known for the position' }) address: string | null
}

/** Health of the installed tracker. Contains no location. */
@ApiSchema({ name: 'EntityTracker' })
export class EntityTrackerDto {
  @Text({ nullable: true, description: 'Null if unknown' }) firmware_version: string | null
  @Whole({ nullable: true, description: '0 (none) to 5 (full); null if unknown' }) gsm_signal: number | null
  @Whole({ nullable: true, description: 'Voltage of the vehicle’s battery; null if the tracker did not send it' })
  external_battery_mv: number | null
  @Whole({ nullable: true, description: 'Charge of the battery of the tracker; null if unknown' }) battery_percent: number | null
}

/** Subscription that covers the vehicle today. */
@ApiSchema({ name: 'EntitySubscription' })
export class EntitySubscriptionDto {
  @Whole() id: number
  @Text({ nullable: true, description: 'Null if the caller may not see the product' }) title: string | null
  @OneOf(SUBSCRIPTION_PERIODS, { nullable: true, description: 'Null if the caller may not see the product' })
  period: SubscriptionPeriod | null
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
  @Text({ nullable: true, description: 'Null if not entered' }) short_name: string | null
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @OneOf(VEHICLE_TYPES) vehicle_type: string
  @Text({ nullable: true, description: 'Null if not entered' }) brand: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) model: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) color: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) engine_brand: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) engine_model: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) power_unit: string | null
  @Whole({ description: 'Metres; 0 when unknown' }) odo: number
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without a tracker' }) imei: string | null
  @Whole({ nullable: true, description: 'Id of the tracker on the vehicle; null without a tracker' }) device_id: number | null
  @Text({ nullable: true, description: 'Model of the tracker; null if unknown, or without a tracker' }) device_model:
    | string
    | null
  @Fact({ description: 'True if the vehicle belongs to a customer. Such a vehicle cannot be deleted' }) has_customer: boolean
  @Text({ nullable: true, description: 'Only for callers with update:entity; null otherwise' }) consumer_name: string | null
  @Whole() business_id: number
  @Text() business_name: string
  @Text({ nullable: true, description: 'The nearest vendor or enterprise; null if there is none' }) sub_vendor_name: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
  @Text({ nullable: true, description: 'Name of the user who created it; null if the caller may not see that user' }) created_by:
    | string
    | null
  @Moment({ nullable: true, description: 'Arrival of the last packet; null before the first' }) last_seen: string | null
  @OneOf(MOTIONS, { description: 'State of movement. `moving` requires a message within the last hour' }) motion: Motion
  @OneOf(CONNECTIONS, {
    description: 'State of the connection (G-41). `reported`: the last data arrived today, in the time zone `tz`',
  })
  connection: Connection
  @OneOf(LIFECYCLES) lifecycle: Lifecycle
  @ApiProperty({ type: () => EntityTrackerDto, nullable: true, description: 'Null without a tracker' })
  tracker: EntityTrackerDto | null
  @ApiProperty({ type: () => EntitySubscriptionDto, nullable: true, description: 'The subscription of today; null without one' })
  subscription: EntitySubscriptionDto | null
  @Fact({ description: 'True if the vehicle’s business or a parent has a contract for the recovery of missing vehicles (G-24)' })
  recovery_contract: boolean
  @Fact({ description: 'True if the vehicle belongs to a consumer and its location is hidden from the caller' })
  location_hidden: boolean
  @ApiProperty({ type: () => EntityPositionDto, nullable: true, description: 'Null if none is known, and while it is hidden' })
  position: EntityPositionDto | null
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
  @ApiProperty({ type: () => EntityPositionDto, nullable: true, description: 'Null if none is known, and while it is hidden' })
  position: EntityPositionDto | null
}
