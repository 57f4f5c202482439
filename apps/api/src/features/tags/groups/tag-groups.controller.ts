import { Controller, Get } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { ResourceRoutes } from '../../../resources/index.js'
import { type Caller, CurrentCaller } from '../../../auth/caller.js'
import { RequirePermission } from '../../../auth/require-permission.decorator.js'
import { AnswersPage } from '../../../http/answers.decorator.js'
import { type ListCriteria } from '../../../lists/list-fields.js'
import { Criteria, ListParameters } from '../../../lists/list-parameters.decorator.js'
import type { Page } from '../../../http/page.dto.js'
import { TagGroupDto } from '../dto/tag.dto.js'
import { CreateTagGroupDto, UpdateTagGroupDto } from '../dto/write-tag.dto.js'
import { TagGroupsService } from './tag-groups.service.js'
import { TAG_GROUP_LIST } from './tag-group-list.js'

@ApiTags('Tags')
@Controller('tag-groups')
export class TagGroupsController extends ResourceRoutes(TagGroupsService, {
  thing: 'tag-group',
  singular: 'a tag group',
  model: TagGroupDto,
  reads: 'index:entity',
  writes: 'manage:tags',
  create: { body: CreateTagGroupDto, description: 'Creates a tag group.' },
  update: { body: UpdateTagGroupDto, description: 'Changes a tag group.' },
  delete: { isShown: true, description: 'Deletes a tag group. It can be restored with everything in it.' },
  marks: { restore: { problems: [409], description: 'Restores a deleted tag group with everything in it.' } },
}) {
  @Get()
  @RequirePermission('index:entity')
  @ApiOperation({
    summary: 'List tag groups',
    description: 'Lists tag groups. The three of the configuration come first in every order.',
  })
  @ListParameters(TAG_GROUP_LIST)
  @AnswersPage(TagGroupDto)
  async list(@CurrentCaller() caller: Caller, @Criteria(TAG_GROUP_LIST) criteria: ListCriteria): Promise<Page<TagGroupDto>> {
    return this.service.list(caller, criteria)
  }
}
