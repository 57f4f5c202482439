import { Body, Controller, createParamDecorator, type ExecutionContext, Get, Put } from '@nestjs/common'
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { TakesIdempotencyKey } from '../../http/once.js'
import { invalid } from '../../http/problems.js'
import { Asked } from '../../http/query-parameters.js'
import { field } from '../../texts/platform.js'
import { type AnalyticsQuery, readAnalyticsQuery } from './analytics-query.js'
import { AnalyticsService } from './analytics.service.js'
import { ChartsService } from './charts.service.js'
import { AnalyticsDto } from './dto/analytics.dto.js'
import { ChartsDto } from './dto/charts.dto.js'
import { PRESETS, type Preset } from './presets.js'

const READS = 'read:reports'
const DAY = { type: 'string', format: 'date' }

/**
 * Reads the preset from the path. Reads the request itself, and not through `@Param`, because another decorator already
 * describes the parameter in OpenAPI.
 */
export const AskedPreset = createParamDecorator((_: unknown, context: ExecutionContext): Preset => {
  const { preset: asked } = context.switchToHttp().getRequest<FastifyRequest>().params as { preset?: string }
  const preset = PRESETS.find((one) => one === asked)
  if (!preset) throw invalid({ preset: [field('not-one-of', { allowed: PRESETS })] })
  return preset
})

@ApiTags('Analytics')
@Controller('analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly charts: ChartsService,
  ) {}

  @Get('charts')
  @RequirePermission(READS)
  @ApiOperation({ summary: 'Get your saved charts', description: 'Returns the charts on the analytics screen of the caller.' })
  @AnswersOne(ChartsDto)
  async keptCharts(@CurrentCaller() caller: Caller) {
    return { data: await this.charts.get(caller) }
  }

  @Put('charts')
  @RequirePermission(READS)
  @TakesIdempotencyKey()
  @ApiOperation({ summary: 'Save your charts', description: 'Replaces the saved charts of the caller, in the given order.' })
  @AnswersOne(ChartsDto, 400, 422)
  async keepCharts(@By() by: Acting, @Body() charts: ChartsDto) {
    return { data: await this.charts.keep(by, charts) }
  }

  @Get(':preset')
  @RequirePermission(READS)
  @ApiOperation({ summary: 'Get a chart', description: 'Returns the figures of one chart for a period.' })
  @ApiParam({ name: 'preset', schema: { type: 'string', enum: [...PRESETS] } })
  @ApiQuery({ name: 'from', schema: DAY, description: 'First day' })
  @ApiQuery({ name: 'till', schema: DAY, description: 'Last day, included; at most 400 days' })
  @ApiQuery({
    name: 'target_group_id',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'Only vehicles of this target group',
  })
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string' },
    description: "Time zone of the days; the default is the user's",
  })
  @AnswersOne(AnalyticsDto, 422)
  async chart(@CurrentCaller() caller: Caller, @AskedPreset() preset: Preset, @Asked(readAnalyticsQuery) query: AnalyticsQuery) {
    return { data: await this.analytics.chart(caller, preset, query) }
  }
}
