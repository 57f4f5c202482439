import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common'
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { type AuthenticatedRequest, type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { IdParam } from '../../http/id-param.decorator.js'
import { IF_MATCH, IfMatch, sendTag } from '../../http/if-match.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import { Once, type OnceRequest, TakesIdempotencyKey } from '../../http/once.js'
import type { One, Page } from '../../http/page.dto.js'
import { originOf } from '../../http/request-origin.js'
import { TagGroupDto } from './dto/tag.dto.js'
import { CreateTagGroupDto, UpdateTagGroupDto } from './dto/write-tag.dto.js'
import { TagGroupsService } from './tag-groups.service.js'
import { TagId } from './tag-id-param.js'
import { TAG_GROUP_LIST } from './tag-list.js'

@ApiTags('Tags')
@Controller('tag-groups')
export class TagGroupsController {
  constructor(private readonly groups: TagGroupsService) {}

  @Get()
  @RequirePermission('index:entity')
  @ApiOperation({ description: 'The three of the configuration come first, whatever the order' })
  @ListParameters(TAG_GROUP_LIST)
  @AnswersPage(TagGroupDto)
  async list(@CurrentCaller() caller: Caller, @Criteria(TAG_GROUP_LIST) criteria: ListCriteria): Promise<Page<TagGroupDto>> {
    return this.groups.list(caller, criteria)
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @TakesIdempotencyKey()
  @AnswersOne(TagGroupDto)
  @AnswersProblems(400, 422)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() said: CreateTagGroupDto,
    @Once() once: OnceRequest | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagGroupDto>> {
    return { data: await this.groups.create(caller, said, once, originOf(request)) }
  }

  @Get(':id')
  @RequirePermission('index:entity')
  @TagId()
  @AnswersOne(TagGroupDto)
  @AnswersProblems(404)
  async get(
    @CurrentCaller() caller: Caller,
    @IdParam('tag-group') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<One<TagGroupDto>> {
    const data = await this.groups.get(caller, id)
    sendTag(reply, data.updated_at)
    return { data }
  }

  @Put(':id')
  @RequirePermission('manage:tags')
  @TagId()
  @ApiHeader({ name: IF_MATCH, required: false, description: 'The ETag of the state that is meant to be changed' })
  @AnswersOne(TagGroupDto)
  @AnswersProblems(400, 404, 412, 422)
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('tag-group') id: number,
    @Body() said: UpdateTagGroupDto,
    @IfMatch() ifMatch: string | null,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagGroupDto>> {
    return { data: await this.groups.update(caller, id, said, ifMatch, originOf(request)) }
  }

  @Delete(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Can be restored, with everything in it' })
  @TagId()
  @AnswersOne(TagGroupDto)
  @AnswersProblems(404)
  async delete(
    @CurrentCaller() caller: Caller,
    @IdParam('tag-group') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagGroupDto>> {
    return { data: await this.groups.delete(caller, id, originOf(request)) }
  }

  @Put(':id/restore')
  @RequirePermission('manage:tags')
  @TagId()
  @AnswersOne(TagGroupDto)
  @AnswersProblems(404, 409)
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('tag-group') id: number,
    @Req() request: AuthenticatedRequest,
  ): Promise<One<TagGroupDto>> {
    return { data: await this.groups.restore(caller, id, originOf(request)) }
  }
}
