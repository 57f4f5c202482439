import { Controller, Post, Put } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { ListController } from '../../exports/index.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { ResourceController } from '../../resources/index.js'
import { DELIVERY_LIST } from './delivery-list.js'
import { CreateWebhookDto, UpdateWebhookDto, WebhookWithSecretDto } from './dto/webhook.dto.js'
import { WebhookDeliveryDto } from './dto/webhook-delivery.dto.js'
import { WEBHOOK_LIST } from './webhook-list.js'
import { WebhooksService } from './webhooks.service.js'

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController extends ResourceController(WEBHOOK_LIST, WebhooksService, {
  thing: 'webhook',
  singular: 'a webhook',
  writes: 'manage:tokens',
  create: {
    body: CreateWebhookDto,
    answers: WebhookWithSecretDto,
    description:
      'Creates a webhook and returns its secret, only this once. Events from now on are posted to it, signed as Standard Webhooks defines.',
    problems: [409],
  },
  update: { body: UpdateWebhookDto, description: 'Changes a webhook. Switching a webhook on again sends what is waiting.' },
  delete: { description: 'Deletes a webhook with its waiting deliveries.' },
}) {
  @Put(':id/secret')
  @RequirePermission('manage:tokens')
  @ApiOperation({
    summary: 'Rotate the secret of a webhook',
    description:
      'Creates a new secret and returns it only this once. For a day, deliveries are also signed with the earlier secret.',
  })
  @AnswersOne(WebhookWithSecretDto)
  async rotate(@By() by: Acting, @PathId('webhook') id: number) {
    return { data: await this.service.rotate(by, id) }
  }

  @Post(':id/test')
  @RequirePermission('manage:tokens')
  @ApiOperation({ summary: 'Send a test event', description: 'Sends an event of type `test` to the webhook.' })
  @AnswersOne(WebhookDeliveryDto, 409)
  async test(@By() by: Acting, @PathId('webhook') id: number) {
    return { data: await this.service.test(by, id) }
  }
}

@ApiTags('Webhooks')
@Controller('webhook-deliveries')
export class WebhookDeliveriesController extends ListController(DELIVERY_LIST) {
  constructor(private readonly webhooks: WebhooksService) {
    super()
  }

  @Put(':id/replay')
  @RequirePermission('manage:tokens')
  @ApiOperation({ summary: 'Send a webhook delivery again', description: 'Sends the event again with the same `webhook-id`.' })
  @AnswersOne(WebhookDeliveryDto, 409)
  async replay(@By() by: Acting, @PathId('delivery') id: number) {
    return { data: await this.webhooks.replay(by, id) }
  }
}
