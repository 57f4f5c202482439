import { Module } from '@nestjs/common'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../../configuration.js'
import { SourceStateRepository } from '../../outside/source-state.repository.js'
import { InvoicesModule } from '../invoices/index.js'
import { SubscriptionsModule } from '../subscriptions/index.js'
import { CheckoutService } from './checkout.service.js'
import { LostPayments } from './lost-payments.js'
import { OrderPeriods } from './order-periods.js'
import { OrdersController } from './orders.controller.js'
import { OrdersRepository } from './orders.repository.js'
import { OrdersService } from './orders.service.js'
import { PaymentWebhook } from './payment-webhook.js'
import { ProviderNews } from './provider-news.js'
import { PAYMENT_PROVIDER, providerOf } from './providers/provider-of.js'
import { ProviderPaymentsRepository } from './providers/provider-payments.repository.js'
import { Settlement } from './settlement.js'

@Module({
  imports: [SubscriptionsModule, InvoicesModule],
  controllers: [OrdersController],
  providers: [
    OrdersRepository,
    OrdersService,
    Settlement,
    OrderPeriods,
    CheckoutService,
    ProviderPaymentsRepository,
    ProviderNews,
    PaymentWebhook,
    LostPayments,
    {
      provide: PAYMENT_PROVIDER,
      inject: [API_CONFIGURATION, API_POOL],
      useFactory: (configuration: ApiConfiguration, pool: pg.Pool) =>
        providerOf(configuration, new SourceStateRepository(pool, 'payment_provider_state')),
    },
  ],
})
export class PaymentsModule {}
