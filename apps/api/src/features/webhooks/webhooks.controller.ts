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
  of: 'webhook',
  writes: 'manage:tokens',
  create: {
    body: CreateWebhookDto,
    answers: WebhookWithSecretDto,
    description: 'What happens from now on is posted to it, signed as Standard Webhooks says',
    problems: [409],
  },
  update: { body: UpdateWebhookDto, description: 'One that is switched on again gets what waits' },
  delete: { description: 'With all that waits for it' },
}) {
  @Put(':id/secret')
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Makes a new secret; the one before signs beside it for a day' })
  @AnswersOne(WebhookWithSecretDto)
  async rotate(@By() by: Acting, @PathId('webhook') id: number) {
    return { data: await this.service.rotate(by, id) }
  }

  @Post(':id/test')
  @RequirePermission('manage:tokens')
  @ApiOperation({ description: 'Sends an event of kind `test`' })
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
  @ApiOperation({ description: 'Sends it again, under the same `webhook-id`' })
  @AnswersOne(WebhookDeliveryDto, 409)
  async replay(@By() by: Acting, @PathId('delivery') id: number) {
    return { data: await this.webhooks.replay(by, id) }
  }
}
