import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { type Caller, CurrentCaller } from '../../auth/caller.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne, AnswersProblems } from '../../http/answers.decorator.js'
import { ListController } from '../../exports/index.js'
import { PathId } from '../../http/id-param.decorator.js'
import { IfMatch } from '../../http/if-match.js'
import type { One } from '../../http/page.dto.js'
import { Changes, Creates, Shows } from '../../http/routes.decorator.js'
import { ManagedTagDto } from './dto/tag.dto.js'
import { AddTagToGroupDto, CreateTagDto, GroupTagsDto, MergeTagDto, TagsOfGroupDto, UpdateTagDto } from './dto/write-tag.dto.js'
import { TagGroupsService } from './tag-groups.service.js'
import { TAG_LIST } from './tag-list.js'
import { TagsService } from './tags.service.js'

@ApiTags('Tags')
@Controller('tags')
export class TagsController extends ListController(TAG_LIST) {
  constructor(
    private readonly tags: TagsService,
    private readonly groups: TagGroupsService,
  ) {
    super()
  }

  @Post()
  @RequirePermission('manage:tags')
  @Creates(ManagedTagDto)
  async create(@By() by: Acting, @Body() body: CreateTagDto): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.create(by, body) }
  }

  @Post('attach')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Puts tags into a group' })
  @Creates(TagsOfGroupDto)
  async attach(@By() by: Acting, @Body() body: GroupTagsDto): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.attach(by, body) }
  }

  @Post('detach')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Takes tags out of a group' })
  @Creates(TagsOfGroupDto)
  async detach(@By() by: Acting, @Body() body: GroupTagsDto): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.detach(by, body) }
  }

  @Post('add-tag-to-group')
  @RequirePermission('manage:tags')
  @Creates(TagsOfGroupDto)
  async addToGroup(@By() by: Acting, @Body() { group_id, tag_id }: AddTagToGroupDto): Promise<One<TagsOfGroupDto>> {
    return { data: await this.groups.attach(by, { group_id, tags: [tag_id] }) }
  }

  @Get(':id')
  @RequirePermission('index:entity')
  @Shows(ManagedTagDto)
  async get(@CurrentCaller() caller: Caller, @PathId('tag') id: number): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.get(caller, id) }
  }

  @Put(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'A tag that is called otherwise is called otherwise on every entity' })
  @Changes(ManagedTagDto)
  async update(
    @By() by: Acting,
    @PathId('tag') id: number,
    @Body() body: UpdateTagDto,
    @IfMatch() ifMatch: string | null,
  ): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.update(by, id, body, ifMatch) }
  }

  @Delete(':id')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Can be restored, with everything that carries it' })
  @AnswersOne(ManagedTagDto)
  async delete(@By() by: Acting, @PathId('tag') id: number): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.delete(by, id) }
  }

  @Put(':id/restore')
  @RequirePermission('manage:tags')
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(409)
  async restore(@By() by: Acting, @PathId('tag') id: number): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.restore(by, id) }
  }

  @Post(':id/merge')
  @HttpCode(200)
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Everything that carries this tag carries the other one instead, and this one is deleted' })
  @AnswersOne(ManagedTagDto)
  @AnswersProblems(400, 422)
  async merge(@By() by: Acting, @PathId('tag') id: number, @Body() { into }: MergeTagDto): Promise<One<ManagedTagDto>> {
    return { data: await this.tags.merge(by, id, into) }
  }
}
