import { z } from 'zod'
import type { components } from '../../lib/api/schema.js'
import { AMOUNT, amountOf, fromMinor, toMinor } from '../../lib/format/amounts.js'

export type Product = components['schemas']['Subscription']
export type Course = components['schemas']['VehicleSubscription']
export type Offers = components['schemas']['BusinessOffers']
export type CourseState = Course['state']

/** First part of the keys of all queries that must be read again after a change of a subscription. */
export const SUBSCRIPTIONS_KEY = 'subscriptions'
export const COURSES_KEY = 'entity-subscriptions'
export const OFFERS_KEY = 'business-subscriptions'

export const PERIODS = ['month', 'quarter', 'year'] as const
export const COURSE_STATES = ['pending', 'active', 'expiring', 'expired', 'cancelled'] as const

/** Answers to the question whether an order is created for each new period. */
export const BILLS = ['no', 'yes'] as const

const amount = z.string().trim().regex(AMOUNT, 'errors.amount')

/** Makes the same checks as the API. Each message is a key of `subscriptions.json`. */
export const productSchema = z
  .object({
    title: z.string().trim().min(1, 'errors.title').max(100, 'errors.tooLong'),
    description: z.string().trim().max(2_000, 'errors.tooLong'),
    currency: z.string(),
    price: amount,
    discount: z.union([z.literal(''), amount]),
    period: z.enum(PERIODS),
    grace_days: z
      .string()
      .trim()
      .refine((text) => /^\d{1,2}$/.test(text) && Number(text) <= 90, 'errors.grace'),
    bills: z.enum(BILLS),
  })
  .refine(({ price, discount }) => discount === '' || amountOf(discount) <= amountOf(price), {
    path: ['discount'],
    message: 'errors.discount',
  })
export type ProductForm = z.infer<typeof productSchema>

export const EMPTY_PRODUCT: ProductForm = {
  title: '',
  description: '',
  currency: 'EUR',
  price: '',
  discount: '',
  period: 'year',
  grace_days: '14',
  bills: 'no',
}

export const toProductForm = (product: Product): ProductForm => ({
  title: product.title,
  description: product.description ?? '',
  currency: product.currency,
  price: fromMinor(product.default_price_minor, product.currency),
  discount: fromMinor(product.discount_price_minor, product.currency),
  period: product.period,
  grace_days: String(product.grace_days),
  bills: product.bills ? 'yes' : 'no',
})

export const toProductBody = ({ price, discount, grace_days, description, bills, ...form }: ProductForm) => ({
  ...form,
  description: description || null,
  default_price_minor: toMinor(price, form.currency),
  discount_price_minor: discount === '' ? null : toMinor(discount, form.currency),
  grace_days: Number(grace_days),
  bills: bills === 'yes',
})
