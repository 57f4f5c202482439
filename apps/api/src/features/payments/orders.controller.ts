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
  of: 'order',
  writes: 'manage:subscriptions',
  create: {
    body: CreateOrderDto,
    description: 'Orders one period of a product that is offered to the vehicle’s business, at the price that holds there',
    problems: [409],
  },
  update: { body: UpdateOrderDto, description: 'While it is not paid, by who is paid', problems: [409] },
  delete: { isShown: true, description: 'Cancels what is not paid; it stays in the list', problems: [409] },
}) {
  @Inject(CheckoutService) private readonly checkout: CheckoutService

  @Post(':id/pay')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ description: 'Where it can be paid: a page of the payment provider, where there is one' })
  @AnswersOne(CheckoutDto, 409, 503)
  async pay(@By() by: Acting, @PathId('order') id: number, @Req() { headers }: FastifyRequest) {
    return { data: await this.checkout.pay(by, id, localeWanted(headers['accept-language'])) }
  }

  @Post(':id/invoice')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    description:
      'Issues its invoice, by who is paid: before it is paid, which fixes its price, or of what was paid before the details were there',
  })
  @AnswersOne(OrderDto, 409)
  async invoice(@By() by: Acting, @PathId('order') id: number) {
    return { data: await this.service.invoice(by, id) }
  }

  @Post(':id/book')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({ description: 'Books by hand that it was paid: the vehicle is covered for the period, by who is paid' })
  @AnswersOne(OrderDto, 400, 409, 422)
  async book(@By() by: Acting, @PathId('order') id: number, @Body() body: BookPaymentDto) {
    return { data: await this.service.book(by, id, body) }
  }

  @Post(':id/refund')
  @RequirePermission('manage:subscriptions')
  @ApiOperation({
    description:
      'Gives back what was paid; refunded whole, the vehicle loses the period, by who is paid. At the provider, where it was paid there',
  })
  @AnswersOne(OrderDto, 400, 409, 422, 503)
  async refund(@By() by: Acting, @PathId('order') id: number, @Body() body: RefundPaymentDto) {
    return { data: await this.service.refund(by, id, body) }
  }
}
