import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersPage, AnswersProblems } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import { type ListCriteria } from '../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../lists/list-parameters.decorator.js'
import type { One, Page } from '../../http/page.dto.js'
import { Changes, Creates, Shows } from '../../http/routes.decorator.js'
import { TagGroupDto } from './dto/tag.dto.js'
import { CreateTagGroupDto, UpdateTagGroupDto } from './dto/write-tag.dto.js'
import { TagGroupsService } from './tag-groups.service.js'
import { TAG_GROUP_LIST } from './tag-group-list.js'

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
  @RequirePermission('manage:tags')
  @Creates(TagGroupDto)
  async create(@By() by: Acting, @Body() body: CreateTagGroupDto): Promise<One<TagGroupDto>> {
    return { data: await this.groups.create(by, body) }
  }

  @Get(':id')
  @RequirePermission('index:entity')
  @Shows(TagGroupDto)
  async get(@CurrentCaller() caller: Caller, @PathId('tag-group') id: number): Promise<One<TagGroupDto>> {
    return { data: await this.groups.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:tags')
  @Changes(TagGroupDto)
  async update(
    @By() by: Acting,
    @PathId('tag-group') id: number,
    @Body() body: UpdateTagGroupDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<TagGroupDto>> {
    return { data: await this.groups.update(by, id, body, ifMatch) }
  }

  @Delete(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Can be restored, with everything in it' })
  @AnswersOne(TagGroupDto)
  async delete(@By() by: Acting, @PathId('tag-group') id: number): Promise<One<TagGroupDto>> {
    return { data: await this.groups.delete(by, id) }
  }

  @Put(':id/restore')
  @RequirePermission('manage:tags')
  @AnswersOne(TagGroupDto)
  @AnswersProblems(409)
  async restore(@By() by: Acting, @PathId('tag-group') id: number): Promise<One<TagGroupDto>> {
    return { data: await this.groups.restore(by, id) }
  }
}
