import { Module } from '@nestjs/common'
import { TagsModule } from '../tags/index.js'
import { BulkEntitiesController } from './writes/bulk-entities.controller.js'
import { EntitiesController } from './entities.controller.js'
import { EntitiesRepository } from './entities.repository.js'
import { EntitiesService } from './entities.service.js'
import { EntityTimelineController } from './timeline/entity-timeline.controller.js'
import { EntityTimelineRepository } from './timeline/entity-timeline.repository.js'
import { EntityTimelineService } from './timeline/entity-timeline.service.js'
import { EntityWritesController } from './writes/entity-writes.controller.js'
import { EntityWritesRepository } from './writes/entity-writes.repository.js'
import { EntityWritesService } from './writes/entity-writes.service.js'
import { TwinsRepository } from './twins/twins.repository.js'
import { TwinsService } from './twins/twins.service.js'

@Module({
  imports: [TagsModule],
  controllers: [EntitiesController, EntityTimelineController, EntityWritesController, BulkEntitiesController],
  providers: [
    ...[EntitiesRepository, EntitiesService, EntityTimelineRepository, EntityTimelineService],
    ...[EntityWritesRepository, EntityWritesService, TwinsRepository, TwinsService],
  ],
  exports: [EntitiesService, EntityWritesService, TwinsService],
})
export class EntitiesModule {}
