import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import {
  AREA_KINDS,
  type AreaKind,
  type AreaProblem,
  areaProblem,
  type AreaShape,
  MAX_AREA_M,
  MAX_AREA_POINTS,
} from '@roadbook/geo'
import { check, OptionalIdField, OptionalLine, RequiredLine, WholeField, WordField } from '../../../http/body-fields.js'
import { Decimal, Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { field } from '../../../texts/platform.js'
import type { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

export const MAX_NAME_LENGTH = 100
export const MAX_DESCRIPTION_LENGTH = 250
export const MAX_REACH_M = 500_000
export const MIN_REACH_M = 5

export const SHAPE = {
  type: 'object',
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string', enum: ['Point', 'Polygon', 'MultiPolygon', 'LineString'] },
    coordinates: { type: 'array', items: {} },
  },
  description:
    'RFC 7946, WGS84, longitude first. A circle is a Point, a corridor a LineString, a polygon a Polygon with its holes, or a MultiPolygon of several parts',
  example: { type: 'Point', coordinates: [9.5209, 47.141] },
} as const

/** Messages for invalid shapes. */
export const SENTENCES: Record<AreaProblem, Sentence> = {
  'not-geojson': say('not-geojson'),
  'not-degrees': say('not-degrees'),
  'too-many-points': say('too-many-points', { max: MAX_AREA_POINTS }),
  'too-few-points': say('too-few-points'),
  'ring-open': say('ring-open'),
  'crosses-itself': say('crosses-itself'),
  'hole-outside': say('hole-outside'),
  'too-large': say('too-large', { max: MAX_AREA_M / 1_000 }),
}

const isKind = (kind: unknown): kind is AreaKind => AREA_KINDS.some((one) => one === kind)

/** Declares the shape of a geofence. The geofence's kind decides how the shape is validated. */
const ShapeField = () =>
  applyDecorators(
    ApiProperty({ ...SHAPE, required: [...SHAPE.required] }),
    check((shape, { kind }) => {
      const problem = isKind(kind) ? areaProblem(kind, shape) : undefined
      if (problem) return SENTENCES[problem]
      const more = Object.keys(shape ?? {}).find((name) => !(name in SHAPE.properties))
      return more === undefined ? undefined : field('unknown', { name: more })
    }),
  )

/** Declares the reach: the distance in metres around a point or a line that belongs to the geofence. A polygon has no reach. */
const ReachField = () =>
  applyDecorators(
    ApiProperty({
      type: 'number',
      minimum: MIN_REACH_M,
      maximum: MAX_REACH_M,
      nullable: true,
      required: false,
      example: 500,
      description: 'Metres: the radius of a circle, or the distance to either side of a corridor’s line; null for a polygon',
    }),
    check((reach, { kind }) => {
      const isGiven = reach !== undefined && reach !== null
      if (kind === 'polygon') return isGiven ? say('no-reach') : undefined
      if (typeof reach !== 'number' || !Number.isFinite(reach)) return field('not-number')
      if (reach < MIN_REACH_M) return field('not-positive', { min: MIN_REACH_M })
      return reach > MAX_REACH_M ? field('too-great', { max: MAX_REACH_M }) : undefined
    }),
  )

/** Place that alert rules refer to. */
@ApiSchema({ name: 'Geofence' })
export class GeofenceDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Whole({ description: 'Id of the owning business. It applies to vehicles of this business and those below' })
  business_id: number
  @Text() business_name: string
  @OneOf(AREA_KINDS) kind: AreaKind
  @ApiProperty({ ...SHAPE, required: [...SHAPE.required] }) shape: AreaShape
  @Decimal({
    nullable: true,
    description: 'Metres: the radius of a circle, or the distance to either side of a corridor’s line; null for a polygon',
  })
  reach_m: number | null
  @Decimal({ description: 'Southern bound in degrees' }) south: number
  @Decimal({ description: 'Western bound; greater than `east` if the geofence crosses the 180th meridian' }) west: number
  @Decimal({ description: 'Northern bound in degrees' }) north: number
  @Decimal({ description: 'Eastern bound in degrees' }) east: number
  @Whole({
    nullable: true,
    description: 'Speed limit in km/h for speeding rules without a limit of their own; null if there is none',
  })
  limit_kph: number | null
  @Moment({ description: 'Time since which the present shape and limit apply. Earlier alerts stay' }) effective_from: string
  @Moment() created_at: string
  @Moment() updated_at: string
}

@ApiSchema({ name: 'UpdateGeofence' })
export class UpdateGeofenceDto {
  @RequiredLine('name', { maxLength: MAX_NAME_LENGTH }) name: string

  @OptionalLine('description', { maxLength: MAX_DESCRIPTION_LENGTH }) description?: string | null

  @WordField(AREA_KINDS) kind: AreaKind

  @ShapeField() shape: AreaShape

  @ReachField() reach_m?: number | null

  @WholeField({ min: 1, max: 250, isOptional: true, description: 'km/h' }) limit_kph?: number | null
}

@ApiSchema({ name: 'CreateGeofence' })
export class CreateGeofenceDto extends UpdateGeofenceDto {
  @OptionalIdField('business', 'Id of the owning business. Default: the business of the caller') business_id?: number | null
}
