import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { BEGUN_BY, ENDED_BY } from '@roadbook/trips'
import { PageMetaDto } from '../../../http/page.dto.js'
import { TRIP_PURPOSES, type TripPurpose } from './trip-purpose.dto.js'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/** Start or end of a trip; null when unknown. */
@ApiSchema({ name: 'TripPlace' })
export class TripPlaceDto {
  @Decimal({ nullable: true, description: 'At most 6 decimals; null if unknown, and while hidden' }) latitude: number | null
  @Decimal({ nullable: true, description: 'At most 6 decimals; null if unknown, and while hidden' }) longitude: number | null
  @Text({ nullable: true, description: 'Null if none is known for the position, or while it is hidden' }) address: string | null
}

@ApiSchema({ name: 'Trip' })
export class TripDto {
  @Whole() id: number
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'Business of the vehicle at the time; null if the caller may not see it' }) business_name:
    | string
    | null
  @Whole() device_id: number
  @Moment() trip_started_at: string
  @Moment({
    nullable: true,
    description:
      'Time of the reading that shows where the trip ended. Durations and sums end at this time. Null while the trip goes on',
  })
  trip_ended_at: string | null
  @Moment({
    nullable: true,
    description:
      'Estimated time of arrival, if the readings are far apart. It is before `trip_ended_at`, because the reading of that time already shows the vehicle at rest. Null in all other cases',
  })
  trip_arrived_at: string | null
  @Fact({ description: 'True while the trip goes on' }) is_open: boolean
  @Moment({ nullable: true, description: 'Null unless it was deleted' }) deleted_at: string | null
  @ApiProperty({ type: () => TripPlaceDto }) start: TripPlaceDto
  @ApiProperty({ type: () => TripPlaceDto }) stop: TripPlaceDto
  @Whole({ description: 'Metres by the odometer, or else by straight lines between fixes' }) distance_m: number
  @Whole({
    nullable: true,
    description:
      'Distance by road, computed from the region’s roads or by the operator’s service. Null if neither is set up, if the distance is not computed yet, or if the trip was not on roads',
  })
  matched_distance_m: number | null
  @Whole() duration_s: number
  @Decimal({ nullable: true, description: 'Null if unknown' }) average_speed_kph: number | null
  @Decimal({ nullable: true, description: 'Null if unknown' }) max_speed_kph: number | null
  @Whole({ description: 'Time at rest within the trip' }) idle_s: number
  @Whole({ nullable: true, description: 'Rest until the next trip; null while there is none' }) time_on_location_s: number | null
  @Whole({ description: 'Number of waypoints' }) waypoint_count: number
  @OneOf(TRIP_PURPOSES, { nullable: true, description: 'Null until somebody sets it' }) purpose: TripPurpose | null
  @Text({ nullable: true, description: 'Customer or reason of the trip; null without one' }) note: string | null
  @Text({ nullable: true, description: 'Name of the driver; null if not entered' }) driver: string | null
  @Fact({ description: 'True if the trip is in a closed month of a logbook' }) is_logged: boolean
  @Fact({ description: 'True if somebody joined it with another trip. Rests within a joined trip do not end the trip' })
  is_joined: boolean
}

@ApiSchema({ name: 'Waypoint' })
export class WaypointDto {
  @Whole() trip_id: number
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Moment() positioned_at: string
  @Decimal({ nullable: true, description: 'Null if the tracker did not send it' }) speed_kph: number | null
  @Whole({ nullable: true, description: 'Degrees clockwise from true north; null if the tracker did not send it' }) heading:
    | number
    | null
}

export const TRIP_QUALITIES = ['good', 'fair', 'poor'] as const

/** Reliability of a trip, derived from the trip's fixes. */
@ApiSchema({ name: 'TripQuality' })
export class TripQualityDto {
  @OneOf(TRIP_QUALITIES) level: (typeof TRIP_QUALITIES)[number]
  @Whole({ nullable: true, description: 'Seconds between two fixes, as the median; null if unknown' }) median_gap_s: number | null
  @Whole({ nullable: true, description: 'Longest time between two successive fixes, in seconds; null for fewer than two fixes' })
  longest_gap_s: number | null
  @Whole({ description: 'Fixes that are of no use and were left out' }) skipped: number
  @Fact({
    nullable: true,
    description:
      'True if an odometer gave the distance, false if straight lines between fixes did. Null if that is no longer known',
  })
  is_by_odometer: boolean | null
}

/** Reading with a place that the vehicle cannot have reached. */
@ApiSchema({ name: 'DoubtedWaypoint' })
export class DoubtedWaypointDto {
  @Decimal({ description: 'At most 6 decimals' }) latitude: number
  @Decimal({ description: 'At most 6 decimals' }) longitude: number
  @Moment() positioned_at: string
}

/** Reasons why a trip started and ended. */
@ApiSchema({ name: 'TripReasons' })
export class TripReasonsDto {
  @OneOf(BEGUN_BY, {
    description:
      'Evidence for the start. `speed`: the tracker reported a speed. `ignition` and `movement`: this sensor was on and the place changed. `place`: only the place changed. `silence`: the vehicle was already moving when its tracker reported again',
  })
  begun_by: (typeof BEGUN_BY)[number]
  @OneOf(ENDED_BY, {
    nullable: true,
    description:
      'Cause of the end; null while the trip goes on. `jump`: the vehicle cannot have driven to the place of the next fix',
  })
  ended_by: (typeof ENDED_BY)[number] | null
  @Whole({
    nullable: true,
    description:
      'Seconds from the last movement to the reading that ended the trip. If a silence ended the trip, the length of that silence. Null while the trip goes on, or if no reading followed within an hour',
  })
  ended_after_s: number | null
}

/** Trip, with its waypoints if `with=waypoints` requests them. */
@ApiSchema({ name: 'TripDetail' })
export class TripDetailDto extends TripDto {
  @ApiProperty({ type: () => [WaypointDto], required: false }) waypoints?: WaypointDto[]
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'Number of unusable fixes between the start and the end of the trip',
  })
  skipped_waypoints?: number
  @ApiProperty({ type: () => TripQualityDto, required: false, description: 'Present with `with=quality`' })
  quality?: TripQualityDto
  @ApiProperty({
    type: () => [DoubtedWaypointDto],
    required: false,
    description: 'Implausible positions, which the line on the map leaves out',
  })
  doubted_waypoints?: DoubtedWaypointDto[]
  @ApiProperty({
    type: () => TripReasonsDto,
    nullable: true,
    required: false,
    description: 'Present with `with=reasons`. Null if the waypoints no longer show it',
  })
  reasons?: TripReasonsDto | null
}

/** Totals of one local day. They include trips on other pages. */
@ApiSchema({ name: 'TripDay' })
export class TripDayDto {
  @ApiProperty({ type: 'string', format: 'date', description: 'Day in the zone `tz`', example: '2025-11-02' }) date: string
  @Whole() distance_m: number
  @Whole() duration_s: number
  @Whole({ description: 'Number of trips' }) trips: number
}

@ApiSchema({ name: 'TripPageMeta' })
export class TripPageMetaDto extends PageMetaDto {
  @ApiProperty({ type: () => [TripDayDto], description: 'Every local day that the page touches' }) days: TripDayDto[]
}
