import { Module } from '@nestjs/common'
import { EntitiesController } from './entities.controller.js'
import { EntitiesRepository } from './entities.repository.js'
import { EntitiesService } from './entities.service.js'
import { EntityWritesController } from './entity-writes.controller.js'
import { EntityWritesRepository } from './entity-writes.repository.js'
import { EntityWritesService } from './entity-writes.service.js'

@Module({
  controllers: [EntitiesController, EntityWritesController],
  providers: [EntitiesRepository, EntitiesService, EntityWritesRepository, EntityWritesService],
})
export class EntitiesModule {}
