import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { isDay } from '../../../day-sums/index.js'
import { check } from '../../../http/body-fields.js'
import { ZoneName } from '../../../http/time-zone.js'
import { field, query } from '../../../texts/platform.js'

export const DayField = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'date', example: '2025-11-01', description }),
    check((value) => (isDay(value) ? undefined : query('not-day'))),
  )

export const ZoneField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      required: false,
      description: 'IANA time zone of its days and times; the caller’s own by default',
    }),
    ZoneName((value) => value === undefined),
  )

/** Declares an optional integer field. */
export const MeasureField = ({ min, max, standard, description }: Measure) =>
  applyDecorators(
    ApiProperty({ type: 'integer', required: false, minimum: min, maximum: max, default: standard, description }),
    check((value) => {
      if (value === undefined) return undefined
      if (!Number.isInteger(value)) return field('not-whole')
      if (Number(value) < min) return field('not-positive', { min })
      return Number(value) > max ? field('too-great', { max }) : undefined
    }),
  )

export interface Measure {
  min: number
  max: number
  standard: number
  description: string
}

/** Speed limit in km/h. Trips above it are listed as too fast. */
export const LIMIT_KPH: Measure = { min: 1, max: 300, standard: 50, description: '`speeding`: trips faster than this, km/h' }
/** Minimum length of a stop, in minutes. */
export const MIN_MINUTES: Measure = { min: 0, max: 10_080, standard: 5, description: '`stops`: minimum length' }
