import { Module } from '@nestjs/common'
import { AppNotificationsCalendarController, AppNotificationsController } from './app-notifications.controller.js'
import { AppNotificationsRepository } from './app-notifications.repository.js'
import { AppNotificationsService } from './app-notifications.service.js'
import { ForgetResults } from './forget-results.job.js'
import { NotificationSender } from './notification-sender.js'
import { PushRegistrationsController } from './push-registrations/push-registrations.controller.js'
import { PushRegistrationsRepository } from './push-registrations/push-registrations.repository.js'
import { PushRegistrationsService } from './push-registrations/push-registrations.service.js'
import { RecipientsService } from './recipients.service.js'
import { SendingRepository } from './sending.repository.js'

@Module({
  controllers: [AppNotificationsController, AppNotificationsCalendarController, PushRegistrationsController],
  providers: [
    AppNotificationsRepository,
    AppNotificationsService,
    ForgetResults,
    NotificationSender,
    PushRegistrationsRepository,
    PushRegistrationsService,
    RecipientsService,
    SendingRepository,
  ],
})
export class AppNotificationsModule {}
