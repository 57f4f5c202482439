import { Controller } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { ResourceController } from '../../resources/index.js'
import { CreateSubscriptionDto, UpdateSubscriptionDto } from './dto/subscription.dto.js'
import { SUBSCRIPTION_LIST } from './subscriptions.repository.js'
import { SubscriptionsService } from './subscriptions.service.js'

@ApiTags('Subscriptions')
@Controller('subscriptions')
export class SubscriptionsController extends ResourceController(SUBSCRIPTION_LIST, SubscriptionsService, {
  of: 'subscription',
  writes: 'manage:subscriptions',
  create: { body: CreateSubscriptionDto },
  update: {
    body: UpdateSubscriptionDto,
    description: 'For what is given from now on; what vehicles have stays as it was agreed',
    problems: [409],
  },
  delete: {
    isShown: true,
    description: 'Can be restored. One that is attached to a business, or that a vehicle has, is in use and stays',
    problems: [409],
  },
  marks: { restore: {} },
}) {}
