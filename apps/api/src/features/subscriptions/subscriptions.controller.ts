import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { CreateSubscriptionDto, UpdateSubscriptionDto } from './dto/subscription.dto.js'
import { SUBSCRIPTION_LIST } from './subscriptions.repository.js'
import { SubscriptionsService } from './subscriptions.service.js'

@ApiTags('Subscriptions')
@Controller('subscriptions')
export class SubscriptionsController extends ResourceController(SUBSCRIPTION_LIST, SubscriptionsService, {
  thing: 'subscription',
  singular: 'a subscription product',
  writes: 'manage:subscriptions',
  create: {
    body: CreateSubscriptionDto,
    description: 'Creates a product that can be offered to businesses and given to vehicles.',
  },
  update: {
    body: UpdateSubscriptionDto,
    description: 'Changes a product for future subscriptions. Existing vehicle subscriptions keep what was agreed.',
    problems: [409],
  },
  delete: {
    isShown: true,
    description: 'Deletes a product, which can be restored. Refused while it is attached to a business or used by a vehicle.',
    problems: [409],
  },
  marks: { restore: { description: 'Restores a deleted product.' } },
}) {}
