import { Module } from '@nestjs/common'
import { EndingsModule } from '../../endings/index.js'
import { CoursesController, EntitySubscriptionsController } from './courses.controllers.js'
import { CoursesRepository } from './courses.repository.js'
import { CoursesService } from './courses.service.js'
import { BusinessOffersController, KIND_OFFERS_CONTROLLERS, SubscriptionDropdownController } from './offers.controllers.js'
import { OffersRepository } from './offers.repository.js'
import { OffersService } from './offers.service.js'
import { SubscriptionEndsRepository } from './ends/subscription-ends.repository.js'
import { SubscriptionEnds } from './ends/subscription-ends.js'
import { SubscriptionJobs } from './ends/subscription-jobs.js'
import { SubscriptionsController } from './subscriptions.controller.js'
import { SubscriptionsRepository } from './subscriptions.repository.js'
import { SubscriptionsService } from './subscriptions.service.js'

@Module({
  imports: [EndingsModule],
  controllers: [
    ...[SubscriptionsController, BusinessOffersController, ...KIND_OFFERS_CONTROLLERS, SubscriptionDropdownController],
    ...[CoursesController, EntitySubscriptionsController],
  ],
  providers: [
    SubscriptionsRepository,
    SubscriptionsService,
    OffersRepository,
    OffersService,
    CoursesRepository,
    CoursesService,
    SubscriptionEnds,
    SubscriptionEndsRepository,
    SubscriptionJobs,
  ],
  exports: [CoursesService, OffersService, SubscriptionsService],
})
export class SubscriptionsModule {}
