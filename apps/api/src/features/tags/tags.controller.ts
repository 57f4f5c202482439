import { Body, Controller, Inject, Post } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { Creates } from '../../http/routes.decorator.js'
import { ManagedTagDto } from './dto/tag.dto.js'
import { AddTagToGroupDto, CreateTagDto, GroupTagsDto, MergeTagDto, TagsOfGroupDto, UpdateTagDto } from './dto/write-tag.dto.js'
import { TagGroupsService } from './groups/tag-groups.service.js'
import { TAG_LIST } from './tag-list.js'
import { TagsService } from './tags.service.js'

@ApiTags('Tags')
@Controller('tags')
export class TagsController extends ResourceController(TAG_LIST, TagsService, {
  of: 'tag',
  writes: 'manage:tags',
  create: { body: CreateTagDto },
  update: { body: UpdateTagDto, description: 'A tag that is called otherwise is called otherwise on every entity' },
  delete: { isShown: true, description: 'Can be restored, with everything that carries it' },
  marks: { restore: { problems: [409] } },
}) {
  @Inject(TagGroupsService) private readonly groups: TagGroupsService

  @Post('attach')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Puts tags into a group' })
  @Creates(TagsOfGroupDto)
  async attach(@By() by: Acting, @Body() body: GroupTagsDto) {
    return { data: await this.groups.attach(by, body) }
  }

  @Post('detach')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Takes tags out of a group' })
  @Creates(TagsOfGroupDto)
  async detach(@By() by: Acting, @Body() body: GroupTagsDto) {
    return { data: await this.groups.detach(by, body) }
  }

  @Post('add-tag-to-group')
  @RequirePermission('manage:tags')
  @Creates(TagsOfGroupDto)
  async addToGroup(@By() by: Acting, @Body() { group_id, tag_id }: AddTagToGroupDto) {
    return { data: await this.groups.attach(by, { group_id, tags: [tag_id] }) }
  }

  @Post(':id/merge')
  @RequirePermission('manage:tags')
  @ApiOperation({ description: 'Everything that carries this tag carries the other one instead, and this one is deleted' })
  @AnswersOne(ManagedTagDto, 400, 422)
  async merge(@By() by: Acting, @PathId('tag') id: number, @Body() { into }: MergeTagDto) {
    return { data: await this.service.merge(by, id, into) }
  }
}
