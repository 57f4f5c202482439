import { Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common'
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import { AuditsConsumerLooks } from '../../audit/consumer-looks.js'
import type { FastifyReply } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { PathId } from '../../http/id-param.decorator.js'
import { type CsvWish, ExportParameters, readCsvQuery, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { EntityDto, EntityPositionAnswerDto } from './dto/entity.dto.js'
import { EntitiesService } from './entities.service.js'
import { ENTITY_LIST } from './entity-list.js'
import { ENTITY_CSV_COLUMNS } from './entity-csv.js'
import { type EntityDetail, EntityDetailQuery } from './entity-detail-query.js'

@ApiTags('Entities')
@Controller('entities')
export class EntitiesController {
  constructor(
    private readonly entities: EntitiesService,
    private readonly csv: CsvExports,
  ) {}

  @Get('index')
  @RequirePermission('index:entity')
  @ListParameters(ENTITY_LIST)
  @ExportParameters(ENTITY_CSV_COLUMNS)
  @AnswersPage(EntityDto)
  async list(
    @By() by: Acting,
    @Criteria(ENTITY_LIST) criteria: ListCriteria,
    @WantsCsv(ENTITY_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<EntityDto> | StreamableFile> {
    if (wish) return this.csv.answer(reply, by, 'entities', query)
    const { timeZone } = readCsvQuery(query, ENTITY_CSV_COLUMNS)
    return this.entities.list(by, criteria, timeZone)
  }

  @Post('csv')
  @RequirePermission('index:entity')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(ENTITY_LIST)
  @MailedCsvParameters(ENTITY_CSV_COLUMNS)
  async mailCsv(@By() by: Acting, @Query() query: Record<string, string>): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(by, 'entities', query) } }
  }

  @Get(':id')
  @AuditsConsumerLooks()
  @RequirePermission('read:map', 'index:entity')
  @ApiQuery({ name: 'with', required: false, type: 'string', description: 'Relations, joined by `;`: tags, maintenance_plans' })
  @ApiQuery({
    name: 'tz',
    required: false,
    type: 'string',
    description: 'IANA time zone whose day `reported` is of; UTC by default',
  })
  @AnswersOne(EntityDto)
  @AnswersProblems(422)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('entity') id: number,
    @Query(EntityDetailQuery) { relations, timeZone }: EntityDetail,
  ): Promise<One<EntityDto>> {
    return { data: await this.entities.get(caller, id, relations, timeZone) }
  }

  @Get(':id/position')
  @AuditsConsumerLooks()
  @RequirePermission('read:map')
  @AnswersOne(EntityPositionAnswerDto)
  async position(@CurrentCaller() caller: Caller, @PathId('entity') id: number): Promise<One<EntityPositionAnswerDto>> {
    return { data: await this.entities.position(caller, id) }
  }
}
