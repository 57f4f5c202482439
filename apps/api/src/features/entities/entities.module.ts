import { Module } from '@nestjs/common'
import { BulkEntitiesController } from './bulk-entities.controller.js'
import { EntitiesController } from './entities.controller.js'
import { EntitiesRepository } from './entities.repository.js'
import { EntitiesService } from './entities.service.js'
import { EntityTimelineController } from './entity-timeline.controller.js'
import { EntityTimelineRepository } from './entity-timeline.repository.js'
import { EntityTimelineService } from './entity-timeline.service.js'
import { EntityWritesController } from './entity-writes.controller.js'
import { EntityWritesRepository } from './entity-writes.repository.js'
import { EntityWritesService } from './entity-writes.service.js'
import { TwinsRepository } from './twins.repository.js'
import { TwinsService } from './twins.service.js'

@Module({
  controllers: [EntitiesController, EntityTimelineController, EntityWritesController, BulkEntitiesController],
  providers: [
    ...[EntitiesRepository, EntitiesService, EntityTimelineRepository, EntityTimelineService],
    ...[EntityWritesRepository, EntityWritesService, TwinsRepository, TwinsService],
  ],
  exports: [EntitiesService, EntityWritesService, TwinsService],
})
export class EntitiesModule {}
