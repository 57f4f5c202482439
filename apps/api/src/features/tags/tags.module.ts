import { Module } from '@nestjs/common'
import { BulkTagsService } from './tagging/bulk-tags.service.js'
import { EntityTagsController } from './tagging/entity-tags.controller.js'
import { EntityTagsRepository } from './tagging/entity-tags.repository.js'
import { GroupedTags } from './groups/grouped-tags.js'
import { TagGroupsController } from './groups/tag-groups.controller.js'
import { TagGroupsRepository } from './groups/tag-groups.repository.js'
import { TagGroupsService } from './groups/tag-groups.service.js'
import { TagsController } from './tags.controller.js'
import { TagsRepository } from './tags.repository.js'
import { TagsService } from './tags.service.js'

@Module({
  controllers: [TagsController, TagGroupsController, EntityTagsController],
  providers: [
    BulkTagsService,
    EntityTagsRepository,
    GroupedTags,
    TagGroupsRepository,
    TagGroupsService,
    TagsRepository,
    TagsService,
  ],
  exports: [EntityTagsRepository],
})
export class TagsModule {}
