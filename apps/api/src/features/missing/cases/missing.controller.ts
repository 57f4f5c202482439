import { Body, Controller, Get, HttpCode, Post, Put, Res, type StreamableFile } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { AuditsConsumerLooks } from '../../../audit/consumer-looks.js'
import { type Acting, By } from '../../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { ListController } from '../../../exports/index.js'
import { AnswersAll, AnswersOne, AnswersProblems, together } from '../../../http/answers.decorator.js'
import { fileAnswer } from '../../../http/file-answer.js'
import { PathId } from '../../../http/id-param.decorator.js'
import { IfMatch } from '../../../http/if-match.js'
import type { CriteriaOf } from '../../../lists/list.js'
import { TakesIdempotencyKey } from '../../../http/once.js'
import type { Page } from '../../../http/page.dto.js'
import { Asked } from '../../../http/query-parameters.js'
import { Changes, Creates } from '../../../http/routes.decorator.js'
import { askedTimeZone } from '../../../http/time-zone.js'
import { CaseRoomService } from '../room/case-room.service.js'
import { CaseAssigneeDto, CaseRoomDto } from '../dto/case-room.dto.js'
import { MissingCaseDto } from '../dto/missing-case.dto.js'
import {
  AssignMissingCaseDto,
  CloseMissingCaseDto,
  NoteOnMissingCaseDto,
  ReopenMissingCaseDto,
  ReportMissingDto,
  ResolveMissingCaseDto,
  UpdateMissingCaseDto,
} from '../dto/write-missing-case.dto.js'
import { MISSING_CASE_LIST } from './missing-case-list.js'
import { MissingCasesService } from './missing-cases.service.js'
import { MissingWritesService } from './missing-writes.service.js'

export const PERMISSION = 'manage:missing-entities'

export const CaseId = () => PathId('case', { description: 'Id of the case' })

const Moves = (move: string, summary: string, description: string) =>
  together(
    AnswersOne(MissingCaseDto, 400, 409, 422),
    Put(`missing/:id/${move}`),
    AuditsConsumerLooks(),
    RequirePermission(PERMISSION),
    ApiOperation({ summary, description }),
    TakesIdempotencyKey(),
  )

@ApiTags('Missing')
@Controller('entities/missing')
export class MissingListController extends ListController(MISSING_CASE_LIST) {
  constructor(private readonly cases: MissingCasesService) {
    super()
  }

  protected override page(by: Acting, criteria: CriteriaOf<typeof MISSING_CASE_LIST>): Promise<Page<MissingCaseDto>> {
    return this.cases.list(by, criteria)
  }
}

@ApiTags('Missing')
@Controller()
export class MissingController {
  constructor(
    private readonly cases: MissingCasesService,
    private readonly writes: MissingWritesService,
    private readonly rooms: CaseRoomService,
  ) {}

  @Post('entities/:id/missing')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Report a vehicle missing',
    description:
      'Opens a case for a missing vehicle. Requires an active subscription of the vehicle and a recovery contract of its business.',
  })
  @Creates(MissingCaseDto, 409)
  async report(@By() by: Acting, @PathId('entity') id: number, @Body() body: ReportMissingDto) {
    return { data: await this.writes.report(by, id, body) }
  }

  @Get('missing/:id')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Get a missing vehicle case',
    description: 'Returns the open case of a vehicle, or else the case with this id.',
  })
  @AnswersOne(MissingCaseDto)
  async get(
    @CurrentCaller() caller: Caller,
    @PathId('case', { description: 'Id of a vehicle with an open case, otherwise id of a case' }) id: number,
  ) {
    return { data: await this.cases.find(caller, id) }
  }

  @Put('missing/:id')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({ summary: 'Update a missing vehicle case', description: 'Adds or changes facts of a case.' })
  @Changes(MissingCaseDto)
  async update(@By() by: Acting, @CaseId() id: number, @Body() body: UpdateMissingCaseDto, @IfMatch() ifMatch: string | null) {
    return { data: await this.writes.update(by, id, body, ifMatch) }
  }

  @Get('missing/:id/room')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Get the room of a case',
    description: 'Returns everything that recovery staff need. Each look at the vehicle of a consumer is logged.',
  })
  @AnswersOne(CaseRoomDto)
  async room(@By() by: Acting, @CaseId() id: number) {
    return { data: await this.rooms.get(by, id) }
  }

  @Post('missing/:id/notes')
  @AuditsConsumerLooks()
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Add a note to a case',
    description: 'Adds a note to the course of the case, also after it has ended.',
  })
  @Creates(MissingCaseDto)
  async note(@By() by: Acting, @CaseId() id: number, @Body() body: NoteOnMissingCaseDto) {
    return { data: await this.writes.note(by, id, body) }
  }

  @Post('missing/:id/evidence')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'Create evidence of a missing vehicle',
    description:
      'Returns a PDF with the vehicle, its last ten positions on a map, and the course of the case. The download is logged.',
  })
  @ApiQuery({
    name: 'tz',
    required: false,
    schema: { type: 'string', default: 'UTC' },
    description: 'IANA time zone of the times',
  })
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @HttpCode(200)
  @AnswersProblems(422)
  async evidence(
    @By() by: Acting,
    @CaseId() id: number,
    @Asked(askedTimeZone) timeZone: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return fileAnswer(reply, await this.rooms.evidence(by, id, timeZone ?? 'UTC'))
  }

  @Get('missing/:id/assignees')
  @RequirePermission(PERMISSION)
  @ApiOperation({
    summary: 'List possible assignees of a case',
    description: 'Lists the people who may be given the case: they see the vehicle and manage missing vehicles.',
  })
  @AnswersAll(CaseAssigneeDto)
  async assignees(@CurrentCaller() caller: Caller, @CaseId() id: number) {
    return { data: await this.rooms.assignees(caller, id) }
  }

  @Moves('assignee', 'Assign a missing vehicle case', 'Assigns the case to a person, who is notified when the vehicle moves.')
  async assign(@By() by: Acting, @CaseId() id: number, @Body() body: AssignMissingCaseDto) {
    return { data: await this.writes.assign(by, id, body) }
  }

  @Moves('resolve', 'Resolve a missing vehicle case', 'Ends the case because the vehicle was found.')
  async resolve(@By() by: Acting, @CaseId() id: number, @Body() body: ResolveMissingCaseDto) {
    return { data: await this.writes.end(by, id, 'resolved', body) }
  }

  @Moves('close', 'Close a missing vehicle case', 'Ends the case because the search is given up.')
  async close(@By() by: Acting, @CaseId() id: number, @Body() body: CloseMissingCaseDto) {
    return { data: await this.writes.end(by, id, 'closed', body) }
  }

  @Moves(
    'reopen',
    'Reopen a missing vehicle case',
    'Continues a case that was ended too early, under the conditions of a new case.',
  )
  async reopen(@By() by: Acting, @CaseId() id: number, @Body() body: ReopenMissingCaseDto) {
    return { data: await this.writes.reopen(by, id, body) }
  }
}
