import { ApiSchema } from '@nestjs/swagger'
import { IdField, MomentField, OptionalLine, RequiredLine, WholeField } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { SUBSCRIPTION_PERIODS, type SubscriptionPeriod } from '../../entities/index.js'

/** States of an order (G-73). */
export const ORDER_STATES = ['open', 'paid', 'active', 'expiring', 'expired', 'cancelled', 'failed', 'refunded'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** Ways of payment: entered by hand (`book`), or by a provider. */
export const PAYMENT_METHODS = ['book', 'mollie', 'stripe'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_PROBLEMS = ['amount', 'surplus'] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/**
 * Reasons why an order has no invoice. Either the order never gets an invoice, or details are missing, or the invoice will be
 * issued later.
 */
export const NOT_INVOICED = [
  'own',
  'free',
  'cancelled',
  'refunded',
  'seller-details',
  'buyer-details',
  'payment',
  'issue',
] as const
export type NotInvoiced = (typeof NOT_INVOICED)[number]

const MAX_NOTE_LENGTH = 500
/** Maximum price in the smallest unit of the currency, as for products. */
const MAX_PRICE_MINOR = 100_000_000
const SMALLEST = 'in the smallest unit of the currency'

/** Order of one period of a vehicle's subscription. It shows the price and whether it is paid. */
@ApiSchema({ name: 'Order' })
export class OrderDto {
  @Whole() id: number
  @OneOf(ORDER_STATES, {
    description:
      'State of the order. Paid: its period has not begun, or no coverage could be given for it. Expiring: ends within 30 days',
  })
  state: OrderState
  @Whole() business_id: number
  @Text({ description: 'Name of the business that pays' }) business_name: string
  @Text({ nullable: true, description: 'Business that is paid; null if the caller may not see it' }) vendor: string | null
  @Whole({ nullable: true, description: 'Id of the business that is paid (`vendor`); null otherwise' }) vendor_id: number | null
  @Whole() entity_id: number
  @Text({ description: 'Name of the vehicle when the order was made' }) entity_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) brand: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Whole() subscription_id: number
  @Text({ description: 'Name of the product when the order was made' }) title: string
  @OneOf(SUBSCRIPTION_PERIODS) period: SubscriptionPeriod
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string
  @Whole({ description: `Without VAT, ${SMALLEST}` }) price_minor: number
  @Whole({ description: `VAT, ${SMALLEST}` }) vat_minor: number
  @Whole({ description: `Amount to pay, ${SMALLEST}` }) total_minor: number
  @Text({ nullable: true, description: 'Null if not entered' }) note: string | null
  @OneOf(PAYMENT_METHODS, { nullable: true, description: 'Null if it is unknown, or if nothing was paid' })
  method: PaymentMethod | null
  @Moment({ nullable: true, description: 'Null until it is paid' }) paid_at: string | null
  @Whole({ description: SMALLEST }) refunded_minor: number
  @Moment({ nullable: true, description: 'Null unless something was refunded' }) refunded_at: string | null
  @Moment({ nullable: true, description: 'Null until it is known which period it pays for' }) starts_at: string | null
  @Moment({ nullable: true, description: 'End of the period that it pays for; null until that is known' }) ends_at: string | null
  @Text({ nullable: true, description: 'First day of the insurance of the vehicle, YYYY-MM-DD; null without one' })
  insurance_starts_on: string | null
  @Text({ nullable: true, description: 'Last day of the insurance; null without one' }) insurance_ends_on: string | null
  @Text({ nullable: true, description: 'Name of the user who ordered; null for an automatic order' }) user_name: string | null
  @Whole({ nullable: true, description: 'Id of the invoice; null without one' }) invoice_id: number | null
  @OneOf(NOT_INVOICED, {
    nullable: true,
    description:
      'Reason why there is no invoice; null if there is one. `payment`: it comes with the payment. `issue`: paid, and the invoice can be issued now',
  })
  not_invoiced: NotInvoiced | null
  @OneOf(PAYMENT_PROBLEMS, {
    nullable: true,
    description:
      'A problem that a person must check at the provider: a wrong amount was paid, or more than one payment; null otherwise',
  })
  payment_problem: PaymentProblem | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Page for paying an order. */
@ApiSchema({ name: 'Checkout' })
export class CheckoutDto {
  @Text({ description: 'Page of the payment provider' }) url: string
}

@ApiSchema({ name: 'CreateOrder' })
export class CreateOrderDto {
  @IdField('entity') entity_id: number

  @IdField('subscription') subscription_id: number

  @OptionalLine('note', { maxLength: MAX_NOTE_LENGTH }) note?: string | null
}

@ApiSchema({ name: 'UpdateOrder' })
export class UpdateOrderDto {
  @WholeField({ min: 0, max: MAX_PRICE_MINOR, description: `Without VAT, ${SMALLEST}` }) price_minor: number

  @OptionalLine('note', { maxLength: MAX_NOTE_LENGTH }) note?: string | null
}

@ApiSchema({ name: 'BookPayment' })
export class BookPaymentDto {
  @MomentField({ isRequired: true, description: 'When the order was paid, in the past' }) paid_at: string

  @OptionalLine('note', { maxLength: MAX_NOTE_LENGTH, description: 'A note, for example from the bank statement' })
  note?: string | null
}

@ApiSchema({ name: 'RefundPayment' })
export class RefundPaymentDto {
  @RequiredLine('reason', { maxLength: MAX_NOTE_LENGTH }) reason: string

  @WholeField({
    min: 1,
    max: 2 * MAX_PRICE_MINOR,
    description: `Amount ${SMALLEST}. Default: all that is left`,
    isOptional: true,
  })
  amount_minor?: number | null
}
