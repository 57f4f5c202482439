import { Body, Controller, Inject, Post, Req } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { type Acting, By } from '../../auth/acting.js'
import { RequirePermission } from '../../auth/require-permission.decorator.js'
import { AnswersOne } from '../../http/answers.decorator.js'
import { PathId } from '../../http/id-param.decorator.js'
import { ResourceController } from '../../resources/index.js'
import { localeWanted } from '../../texts/locale.js'
import { CheckoutService } from './checkout.service.js'
import { BookPaymentDto, CheckoutDto, CreateOrderDto, OrderDto, RefundPaymentDto, UpdateOrderDto } from './dto/order.dto.js'
import { ORDER_LIST } from './orders.repository.js'
import { OrdersService } from './orders.service.js'

@ApiTags('Payments')
@Controller('payments')
export class OrdersController extends ResourceController(ORDER_LIST, OrdersService, {
  thing: 'order',
  singular: 'an order',
  writes: 'manage:subscriptions',
  create: {
    body: CreateOrderDto,
    description:
      'Orders one period of a product that is offered to the business of the vehicle, at the price that applies there.',
    problems: [409],
  },
  update: {
    body: UpdateOrderDto,
    description: 'Changes an order that is not paid. Only the seller may do this.',
    problems: [409],
  },
  delete: { isShown: true, description: 'Cancels an unpaid order. It stays in the list.', problems: [409] },
}) {
  @Inject(CheckoutService) private readonly checkout: CheckoutService

  @Post(':id/pay')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Start the payment of an order',
    description: 'Returns where the order can be paid: a page of the payment provider, if there is one.',
  })
  @AnswersOne(CheckoutDto, 409, 503)
  async pay(@By() by: Acting, @PathId('order') id: number, @Req() { headers }: FastifyRequest) {
    return { data: await this.checkout.pay(by, id, localeWanted(headers['accept-language'])) }
  }

  @Post(':id/invoice')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Issue the invoice of an order',
    description:
      'Issues the invoice. Before payment, this fixes the price. After payment, it is needed if invoice details were missing. Only the seller may do this.',
  })
  @AnswersOne(OrderDto, 409)
  async invoice(@By() by: Acting, @PathId('order') id: number) {
    return { data: await this.service.invoice(by, id) }
  }

  @Post(':id/book')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Book a payment by hand',
    description: 'Records that the order was paid, so that the vehicle is covered for the period. Only the seller may do this.',
  })
  @AnswersOne(OrderDto, 400, 409, 422)
  async book(@By() by: Acting, @PathId('order') id: number, @Body() body: BookPaymentDto) {
    return { data: await this.service.book(by, id, body) }
  }

  @Post(':id/refund')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    summary: 'Refund an order',
    description:
      'Refunds paid money, through the payment provider if the order was paid there. After a full refund, the vehicle loses the period. Only the seller may do this.',
  })
  @AnswersOne(OrderDto, 400, 409, 422, 503)
  async refund(@By() by: Acting, @PathId('order') id: number, @Body() body: RefundPaymentDto) {
    return { data: await this.service.refund(by, id, body) }
  }
}
