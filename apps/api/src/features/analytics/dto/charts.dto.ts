import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { ArrayMaxSize, ArrayUnique, IsArray, IsObject, ValidateNested } from 'class-validator'
import { isDay } from '../../../day-sums/index.js'
import { check, OptionalIdField, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { says } from '../../../http/validation.js'
import { field, query } from '../../../texts/platform.js'
import { PRESETS, type Preset } from '../presets.js'

export const PERIODS = ['last7', 'last30', 'thisMonth', 'lastMonth', 'last12Months', 'custom'] as const
const MAX_CHARTS = 50

/** Declares a day of a custom period. Other periods have no days. */
const OwnDay = () =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'date', nullable: true, required: false, description: 'For a custom period only' }),
    check((value, { kind, from }) => {
      if (kind !== 'custom') return value == null ? undefined : field('not-valid')
      if (!isDay(value)) return query('not-day')
      return isDay(from) && value < from ? query('till-before-from') : undefined
    }),
  )

@ApiSchema({ name: 'ChartPeriod' })
export class ChartPeriodDto {
  @WordField(PERIODS) kind: (typeof PERIODS)[number]

  @OwnDay() from?: string | null

  @OwnDay() till?: string | null
}

@ApiSchema({ name: 'Chart' })
export class ChartDto {
  @RequiredLine('title', { maxLength: 64, description: 'Key of the chart, chosen by the caller' }) id: string

  @WordField(PRESETS) preset: Preset

  @OptionalIdField('tag', 'Id of a target group; null: all vehicles') target_group_id?: number | null

  @ApiProperty({ type: ChartPeriodDto })
  @IsObject(says(field('not-object')))
  @ValidateNested(says(field('not-object')))
  @Type(() => ChartPeriodDto)
  period: ChartPeriodDto

  @OptionalLine('title', { maxLength: 100 }) title?: string | null
}

/** Charts of a user, in the order of the screen (G-63). */
@ApiSchema({ name: 'Charts' })
export class ChartsDto {
  @ApiProperty({ type: [ChartDto], maxItems: MAX_CHARTS })
  @ValidateNested({ each: true, ...says(field('not-object')) })
  @Type(() => ChartDto)
  @ArrayUnique(({ id }: ChartDto) => id, says(field('not-valid')))
  @ArrayMaxSize(MAX_CHARTS, says(field('at-most', { max: MAX_CHARTS })))
  @IsArray(says(field('not-list')))
  charts: ChartDto[]
}
