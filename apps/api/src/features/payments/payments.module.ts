import { Module } from '@nestjs/common'
import { SubscriptionsModule } from '../subscriptions/index.js'
import { OrderPeriods } from './order-periods.js'
import { OrdersController } from './orders.controller.js'
import { OrdersRepository } from './orders.repository.js'
import { OrdersService } from './orders.service.js'
import { Settlement } from './settlement.js'

@Module({
  imports: [SubscriptionsModule],
  controllers: [OrdersController],
  providers: [OrdersRepository, OrdersService, Settlement, OrderPeriods],
})
export class PaymentsModule {}
