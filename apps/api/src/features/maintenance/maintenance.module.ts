import { Module } from '@nestjs/common'
import { MaintenanceEvaluation } from './evaluation/evaluation.js'
import { EvaluationJobs } from './evaluation/evaluation-jobs.js'
import { EvaluationRepository } from './evaluation/evaluation.repository.js'
import { MaintenanceDropdownsController } from './maintenance-dropdowns.controller.js'
import { MaintenancePlansController } from './maintenance-plans.controller.js'
import { MaintenancePlansRepository } from './maintenance-plans.repository.js'
import { MaintenancePlansService } from './maintenance-plans.service.js'
import { MaintenanceCalendarController } from './notifications/calendar.controller.js'
import { NotificationsController } from './notifications/notifications.controller.js'
import { NotificationsRepository } from './notifications/notifications.repository.js'
import { NotificationsService } from './notifications/notifications.service.js'
import { ServicePhotosController } from './notifications/photos.controller.js'
import { ServicePhotosService } from './notifications/photos.service.js'
import { PlanEntitiesController } from './plan-entities/plan-entities.controller.js'
import { PlanEntitiesRepository } from './plan-entities/plan-entities.repository.js'
import { PlanEntitiesService } from './plan-entities/plan-entities.service.js'
import { TriggersController } from './triggers/triggers.controller.js'
import { TriggersRepository } from './triggers/triggers.repository.js'
import { TriggersService } from './triggers/triggers.service.js'

@Module({
  controllers: [
    MaintenancePlansController,
    PlanEntitiesController,
    TriggersController,
    NotificationsController,
    ServicePhotosController,
    MaintenanceCalendarController,
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
    ServicePhotosService,
    EvaluationRepository,
    EvaluationJobs,
    MaintenanceEvaluation,
  ],
  exports: [MaintenancePlansService, MaintenanceEvaluation],
})
export class MaintenanceModule {}
