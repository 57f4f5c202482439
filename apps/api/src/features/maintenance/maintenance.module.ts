import { Module } from '@nestjs/common'
import { AuthModule } from '../../auth/auth.module.js'
import { MaintenanceCalendarController } from './calendar/calendar.controller.js'
import { CalendarFeed } from './calendar/calendar-feed.js'
import { CalendarLinkController } from './calendar/calendar-link.controller.js'
import { CalendarLinksRepository } from './calendar/calendar-links.repository.js'
import { MaintenanceEvaluation } from './evaluation/evaluation.js'
import { EvaluationJobs } from './evaluation/evaluation-jobs.js'
import { EvaluationRepository } from './evaluation/evaluation.repository.js'
import { MaintenanceDropdownsController } from './maintenance-dropdowns.controller.js'
import { MaintenancePlansController } from './maintenance-plans.controller.js'
import { MaintenancePlansRepository } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'
import { CustomerMail } from './notifications/customer-mail.js'
import { NotificationsController } from './notifications/notifications.controller.js'
import { NotificationsRepository } from './notifications/notifications.repository.js'
import { NotificationsService } from './notifications/notifications.service.js'
import { ServicePhotosController } from './notifications/photos.controller.js'
import { ServicePhotosRepository } from './notifications/photos.repository.js'
import { ServicePhotosService } from './notifications/photos.service.js'
import { PlanEntitiesController } from './plan-entities/plan-entities.controller.js'
import { PlanEntitiesRepository } from './plan-entities/plan-entities.repository.js'
import { PlanEntitiesService } from './plan-entities/plan-entities.service.js'
import { ServiceBook } from './service-book/service-book.js'
import { ServiceBookController } from './service-book/service-book.controller.js'
import { ServiceBookRepository } from './service-book/service-book.repository.js'
import { TriggersController } from './triggers/triggers.controller.js'
import { TriggersRepository } from './triggers/triggers.repository.js'
import { TriggersService } from './triggers/triggers.service.js'

@Module({
  imports: [AuthModule],
  controllers: [
    MaintenancePlansController,
    PlanEntitiesController,
    TriggersController,
    NotificationsController,
    ServicePhotosController,
    MaintenanceCalendarController,
    CalendarLinkController,
    ServiceBookController,
    MaintenanceDropdownsController,
  ],
  providers: [
    MaintenancePlansRepository,
    MaintenancePlansService,
    PlanEntitiesRepository,
    PlanEntitiesService,
    TriggersRepository,
    TriggersService,
    NotificationsRepository,
    NotificationsService,
    CustomerMail,
    ServicePhotosRepository,
    ServicePhotosService,
    CalendarFeed,
    CalendarLinksRepository,
    ServiceBook,
    ServiceBookRepository,
    EvaluationRepository,
    EvaluationJobs,
    MaintenanceEvaluation,
  ],
  exports: [MaintenancePlansService, MaintenanceEvaluation],
})
export class MaintenanceModule {}
