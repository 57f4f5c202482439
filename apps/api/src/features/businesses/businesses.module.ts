import { Module } from '@nestjs/common'
import { BusinessRemovalService } from './business-removal.service.js'
import { BusinessesController } from './businesses.controller.js'
import { BusinessesRepository } from './businesses.repository.js'
import { BusinessesService } from './businesses.service.js'
import { BusinessContentsController } from './contents/contents.controller.js'
import { BusinessContentsService } from './contents/contents.service.js'
import { KIND_CONTROLLERS } from './contents/kinds.controllers.js'
import { LinksController } from './links/links.controller.js'
import { LinksRepository } from './links/links.repository.js'
import { LinksService } from './links/links.service.js'
import { TripRestsController } from './rests/trip-rests.controller.js'
import { TripRestsRepository } from './rests/trip-rests.repository.js'
import { TripRestsService } from './rests/trip-rests.service.js'

@Module({
  controllers: [BusinessesController, BusinessContentsController, LinksController, TripRestsController, ...KIND_CONTROLLERS],
  providers: [
    BusinessContentsService,
    BusinessRemovalService,
    BusinessesRepository,
    BusinessesService,
    LinksRepository,
    LinksService,
    TripRestsRepository,
    TripRestsService,
  ],
})
export class BusinessesModule {}
