import { Module } from '@nestjs/common'
import { BulkTagsService } from './bulk-tags.service.js'
import { EntityTagsController } from './entity-tags.controller.js'
import { EntityTagsRepository } from './entity-tags.repository.js'
import { GroupedTags } from './grouped-tags.js'
import { TagGroupsController } from './tag-groups.controller.js'
import { TagGroupsRepository } from './tag-groups.repository.js'
import { TagGroupsService } from './tag-groups.service.js'
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
})
export class TagsModule {}
