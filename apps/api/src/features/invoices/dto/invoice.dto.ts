import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { LOCALES, type Locale } from '../../../texts/locale.js'
import { SUBSCRIPTION_PERIODS, type SubscriptionPeriod } from '../../entities/index.js'
import { say } from '../texts.js'
import { VAT_TREATMENTS, type VatTreatment } from '../vat/vat.js'

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]
const SMALLEST = 'in the smallest unit of the currency'

/** Seller or buyer, as printed on an invoice. */
@ApiSchema({ name: 'InvoiceParty' })
export class InvoicePartyDto {
  @Text() name: string
  @Text() address: string
  @Text() postcode: string
  @Text() city: string
  @Text({ description: 'ISO 3166-1', example: 'NL' }) country: string
  @Text({ nullable: true, description: 'VAT number; null if the business is not registered for VAT' }) vat_number: string | null
}

/** Invoice or credit note. It never changes after it was issued. */
@ApiSchema({ name: 'Invoice' })
export class InvoiceDto {
  @Whole() id: number
  @Text({ description: 'Number printed on the invoice; each seller has one series, without gaps' }) number: string
  @OneOf(INVOICE_KINDS) kind: InvoiceKind
  @Text({ nullable: true, description: 'For a credit note: number of the invoice that it corrects; null for an invoice' })
  credits: string | null
  @Text({ description: 'YYYY-MM-DD' }) issued_on: string
  @Whole() business_id: number
  @Text({ description: 'Present name of the business that pays' }) business_name: string
  @Text({ description: 'Name of the seller, as printed on the invoice' }) seller_name: string
  @Text({ description: 'Name of the buyer, as printed on the invoice' }) buyer_name: string
  @Whole({ nullable: true, description: 'Id of the order; null if the vehicle was deleted with its orders' }) order_id:
    | number
    | null
  @Text() title: string
  @Text() entity_name: string
  @OneOf(SUBSCRIPTION_PERIODS) period: SubscriptionPeriod
  @Text({ description: 'ISO 4217' }) currency: string
  @Whole({ description: `Amount without VAT, ${SMALLEST}. For a credit note, the amount that is credited` }) net_minor: number
  @Whole({ description: SMALLEST }) vat_minor: number
  @Whole({ description: SMALLEST }) total_minor: number
  @Whole({ description: 'VAT rate in hundredths of a percent' }) vat_rate_bp: number
  @OneOf(VAT_TREATMENTS) vat_treatment: VatTreatment
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Details of a business for its invoices, as seller and as buyer. */
@ApiSchema({ name: 'InvoiceDetails' })
export class InvoiceDetailsDto {
  @ApiProperty({ type: () => InvoicePartyDto, nullable: true, description: 'Null until it was entered' })
  party: InvoicePartyDto | null
  @OneOf(LOCALES, { description: 'Language of invoices to this business' }) locale: Locale
  @Text({ description: 'Prefix of the numbers of its own invoices' }) prefix: string
  @Moment() updated_at: string
}

const Capitals = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toUpperCase() : value))

@ApiSchema({ name: 'ChangeInvoiceDetails' })
export class ChangeInvoiceDetailsDto {
  @RequiredLine('name', { maxLength: 200 }) name: string
  @RequiredLine('address', { maxLength: 200 }) address: string
  @RequiredLine('postcode', { maxLength: 20 }) postcode: string
  @RequiredLine('city', { maxLength: 100 }) city: string
  @Capitals()
  @RequiredLine('country', {
    maxLength: 2,
    description: 'ISO 3166-1',
    pattern: { matches: /^[A-Z]{2}$/, sentence: say('not-a-country') },
  })
  country: string
  @OptionalLine('vat-number', { maxLength: 30, description: 'VAT number; null if the business is not registered for VAT' })
  vat_number?: string | null
  @WordField(LOCALES) locale: Locale
  @OptionalLine('prefix', { maxLength: 12, pattern: { matches: /^[A-Z0-9/-]*$/, sentence: say('not-a-prefix') } }) prefix?:
    | string
    | null
}
