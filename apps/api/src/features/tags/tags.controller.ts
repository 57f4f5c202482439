import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { ApiHeader, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { CsvExports, type MailedCsvDto, MailedCsvParameters } from '../../exports/index.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { type CsvWish, ExportParameters, WantsCsv } from '../../lists/list-export.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { ManagedTagDto } from './dto/tag.dto.js'
import { AddTagToGroupDto, CreateTagDto, GroupTagsDto, MergeTagDto, TagsOfGroupDto, UpdateTagDto } from './dto/write-tag.dto.js'
import { GroupIdPipe } from './group-id.pipe.js'
import { TagGroupsService } from './tag-groups.service.js'
import { TAG_CSV_COLUMNS } from './tag-csv.js'
import { TagId } from './tag-id-param.js'
import { TAG_LIST } from './tag-list.js'
import { TagsService } from './tags.service.js'

@ApiTags('Tags')
@Controller('tags')
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly groups: TagGroupsService,
    private readonly csv: CsvExports,
  ) {}

  @Get()
  @RequirePermission('index:entity')
  @ApiOperation({ description: 'Those of the businesses in scope, of those above, and everybody’s' })
  @ListParameters(TAG_LIST)
  @ExportParameters(TAG_CSV_COLUMNS)
  @ApiQuery({ name: 'group_id', required: false, schema: { type: 'integer' }, description: 'Only what stands in this group' })
  @AnswersPage(ManagedTagDto)
  async list(
    @CurrentCaller() caller: Caller,
    @Criteria(TAG_LIST) criteria: ListCriteria,
    @Query(GroupIdPipe) groupId: number | undefined,
    @WantsCsv(TAG_CSV_COLUMNS) wish: CsvWish | undefined,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<ManagedTagDto> | StreamableFile> {
    return wish ? this.csv.answer(reply, caller, originOf(request), 'tags', query) : this.tags.list(caller, criteria, groupId)
  }

  @Post('csv')
  @RequirePermission('index:entity')
  @ApiOperation({ description: 'Mails the view as CSV to who asks, with the criteria of the list in the query' })
  @ListParameters(TAG_LIST)
  @ApiQuery({ name: 'group_id', required: false, schema: { type: 'integer' }, description: 'Only what stands in this group' })
  @MailedCsvParameters(TAG_CSV_COLUMNS)
  async mailCsv(
    @CurrentCaller() caller: Caller,
    @Query() query: Record<string, string>,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<MailedCsvDto>> {
    return { data: { job_id: await this.csv.ask(caller, originOf(request), 'tags', query) } }
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @TakesIdempotencyKey()
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(400, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: CreateTagDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.create(caller, said, once, originOf(request)) }
  }

  @Post('attach')
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Puts tags into a group' })
  @TakesIdempotencyKey()
  @AnswersOne(TagsOfGroupDto)
  @AnswersProblems(400, 422)
  async attach(
    @CurrentCaller() caller: Caller,
    @Body() said: GroupTagsDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.attach(caller, said, once, originOf(request)) }
  }

  @Post('detach')
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Takes tags out of a group' })
  @TakesIdempotencyKey()
  @AnswersOne(TagsOfGroupDto)
  @AnswersProblems(400, 422)
  async detach(
    @CurrentCaller() caller: Caller,
    @Body() said: GroupTagsDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.detach(caller, said, once, originOf(request)) }
  }

  @Post('add-tag-to-group')
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @TakesIdempotencyKey()
  @AnswersOne(TagsOfGroupDto)
  @AnswersProblems(400, 422)
  async addToGroup(
    @CurrentCaller() caller: Caller,
    @Body() { group_id, tag_id }: AddTagToGroupDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.attach(caller, { group_id, tags: [tag_id] }, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('index:entity')
  @TagId()
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('tag') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<ManagedTagDto>> {
    const data = await this.tags.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'A tag that is called otherwise is called otherwise on every entity' })
  @TagId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(400, 404, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('tag') id: number,
    @Body() said: UpdateTagDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.update(caller, id, said, ifMatch, originOf(request)) }
  }

  @Delete(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Can be restored, with everything that carries it' })
  @TagId()
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(404)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('tag') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.delete(caller, id, originOf(request)) }
  }

  @Put(':id/restore')
  @RequirePermission('manage:tags')
  @TagId()
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(404, 409)
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('tag') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.restore(caller, id, originOf(request)) }
  }

  @Post(':id/merge')
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Everything that carries this tag carries the other one instead, and this one is deleted' })
  @TagId()
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(400, 404, 422)
  async merge(
    @CurrentCaller() caller: Caller,
    @IdParam('tag') id: number,
    @Body() { into }: MergeTagDto,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.merge(caller, id, into, originOf(request)) }
  }
}
