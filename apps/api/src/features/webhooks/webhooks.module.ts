import { Module } from '@nestjs/common'
import { ForgetDeliveries } from './forget-deliveries.job.js'
import { SendingRepository } from './sending.repository.js'
import { WebhookSecrets } from './webhook-secrets.js'
import { WebhookSender } from './webhook-sender.js'
import { WebhookDeliveriesController, WebhooksController } from './webhooks.controller.js'
import { WebhooksRepository } from './webhooks.repository.js'
import { WebhooksService } from './webhooks.service.js'

@Module({
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [ForgetDeliveries, SendingRepository, WebhookSecrets, WebhookSender, WebhooksRepository, WebhooksService],
})
export class WebhooksModule {}
