import { applyDecorators, Controller, Get } from '@nestjs/common'
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { Asked } from '../../http/query-parameters.js'
import { MAX_LIMIT } from '../../lists/list-fields.js'
import { REPORT_MODES, ReportDto, type ReportMode, ReportPageMetaDto, ROW_SCHEMA } from './dto/report.dto.js'
import { LIMIT_KPH, type Measure, MIN_MINUTES } from './dto/wish-fields.js'
import { AskedMode, type AskedPage, type AskedWish, readIndividual, readReportPage } from './report-wish.js'
import { ReportsService } from './reports.service.js'

const Ask = (name: string, schema: object, description: string, required = false) =>
  ApiQuery({ name, required, schema, description })
const DAY = { type: 'string', format: 'date' }
const measured = (name: string, { min, max, standard, description }: Measure) =>
  Ask(name, { type: 'integer', minimum: min, maximum: max, default: standard }, description)

/** Describes the period in OpenAPI. */
const TakesDays = () =>
  applyDecorators(
    Ask('from', DAY, 'First day, with `till`; without both the last seven days'),
    Ask('till', DAY, 'Last day, included; at most 366 days'),
    Ask('tz', { type: 'string' }, 'IANA time zone of the days; the caller’s own by default'),
    AnswersProblems(422),
  )

/** Describes the response `{ data: rows, meta }` in OpenAPI. */
const AnswersRows = () =>
  applyDecorators(
    ApiExtraModels(ReportPageMetaDto),
    ApiOkResponse({
      schema: {
        type: 'object',
        required: ['data', 'meta'],
        properties: { data: { type: 'array', items: ROW_SCHEMA }, meta: { $ref: getSchemaPath(ReportPageMetaDto) } },
      },
    }),
  )

@ApiTags('Reports')
@Controller()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('report')
  @RequirePermission('read:reports')
  @ApiOperation({
    summary: 'Get the trip report of a vehicle',
    description: 'Returns the trips of one vehicle in a period, with totals for each day.',
  })
  @TakesDays()
  @Ask('entity_id', { type: 'integer' }, 'The vehicle', true)
  @AnswersOne(ReportDto)
  async individual(@By() by: Acting, @Asked(readIndividual) asked: AskedWish) {
    return { data: await this.reports.individual(by, asked) }
  }

  @Get('reports/:kind')
  @RequirePermission('read:reports')
  @ApiOperation({
    summary: 'Get a page of a report',
    description: 'Returns a page of a report with the same rows and columns as its files.',
  })
  @ApiParam({ name: 'kind', schema: { type: 'string', enum: [...REPORT_MODES] } })
  @TakesDays()
  @Ask('entity_ids', { type: 'string' }, 'Ids of vehicles, joined by `,`. Default: all visible vehicles, or those of the group')
  @Ask('target_group_id', { type: 'integer' }, 'Id of a tag of the type `group`')
  @measured('limit_kph', LIMIT_KPH)
  @measured('min_minutes', MIN_MINUTES)
  @Ask('page', { type: 'integer', minimum: 1, default: 1 }, '')
  @Ask('limit', { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: 50 }, '')
  @AnswersProblems(404)
  @AnswersRows()
  page(@By() by: Acting, @AskedMode() mode: ReportMode, @Asked(readReportPage) asked: AskedPage) {
    return this.reports.page(by, mode, asked)
  }
}
