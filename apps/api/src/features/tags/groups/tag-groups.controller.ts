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
  of: 'tag-group',
  model: TagGroupDto,
  reads: 'index:entity',
  writes: 'manage:tags',
  create: { body: CreateTagGroupDto },
  update: { body: UpdateTagGroupDto },
  delete: { isShown: true, description: 'Can be restored, with everything in it' },
  marks: { restore: { problems: [409] } },
}) {
  @Get()
  @RequirePermission('index:entity')
  @ApiOperation({ description: 'The three of the configuration come first, whatever the order' })
  @ListParameters(TAG_GROUP_LIST)
  @AnswersPage(TagGroupDto)
  async list(@CurrentCaller() caller: Caller, @Criteria(TAG_GROUP_LIST) criteria: ListCriteria): Promise<Page<TagGroupDto>> {
    return this.service.list(caller, criteria)
  }
}
