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
  thing: 'tag',
  singular: 'a tag',
  writes: 'manage:tags',
  create: { body: CreateTagDto, description: 'Creates a tag.' },
  update: { body: UpdateTagDto, description: 'Changes a tag. A new name shows on every vehicle with the tag.' },
  delete: { isShown: true, description: 'Deletes a tag. It can be restored on everything that carries it.' },
  marks: { restore: { problems: [409], description: 'Restores a deleted tag on everything that carried it.' } },
}) {
  @Inject(TagGroupsService) private readonly groups: TagGroupsService

  @Post('attach')
  @RequirePermission('manage:tags')
  @ApiOperation({ summary: 'Add tags to a group', description: 'Adds several tags to a group.' })
  @Creates(TagsOfGroupDto)
  async attach(@By() by: Acting, @Body() body: GroupTagsDto) {
    return { data: await this.groups.attach(by, body) }
  }

  @Post('detach')
  @RequirePermission('manage:tags')
  @ApiOperation({ summary: 'Remove tags from a group', description: 'Removes tags from a group.' })
  @Creates(TagsOfGroupDto)
  async detach(@By() by: Acting, @Body() body: GroupTagsDto) {
    return { data: await this.groups.detach(by, body) }
  }

  @Post('add-tag-to-group')
  @RequirePermission('manage:tags')
  @ApiOperation({ summary: 'Add a tag to a group', description: 'Adds one tag to a group.' })
  @Creates(TagsOfGroupDto)
  async addToGroup(@By() by: Acting, @Body() { group_id, tag_id }: AddTagToGroupDto) {
    return { data: await this.groups.attach(by, { group_id, tags: [tag_id] }) }
  }

  @Post(':id/merge')
  @RequirePermission('manage:tags')
  @ApiOperation({
    summary: 'Merge two tags',
    description: 'Replaces this tag by another one on everything that carries it, and deletes it.',
  })
  @AnswersOne(ManagedTagDto, 400, 422)
  async merge(@By() by: Acting, @PathId('tag') id: number, @Body() { into }: MergeTagDto) {
    return { data: await this.service.merge(by, id, into) }
  }
}
