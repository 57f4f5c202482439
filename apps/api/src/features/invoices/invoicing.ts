import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { todayIn } from '../../day-sums/index.js'
import type { InvoicePartyDto } from './dto/invoice.dto.js'
import { InvoicesRepository, type PartyRow } from './invoices.repository.js'
import { creditParts, type Vat, vatMinor, vatOf, type VatTreatment, vatWithin } from './vat/vat.js'
import { readVatRates, type VatRates } from './vat/vat-rates.js'

/** VAT of an order. */
export interface OrderVat {
  vat_minor: number
  /**
   * Rate in hundredths of a percent. Null when seller, buyer or rate is unknown. An order without a rate has no VAT and no
   * invoice.
   */
  vat_rate_bp: number | null
  vat_treatment: VatTreatment | null
}

/** Order to be invoiced. */
export interface InvoicedOrder extends OrderVat {
  id: number
  seller_id: number
  business_id: number
  title: string
  entity_name: string
  period: string
  starts_at: Date | null
  ends_at: Date | null
  currency: string
  price_minor: number
  total_minor: number
}

/** Net price and VAT of a total, on the day of its invoice. */
export interface InvoicedParts {
  net_minor: number
  vat_minor: number
  vat_rate_bp: number
  vat_treatment: VatTreatment
}

/** Time zone that decides the day of an invoice. The day decides the VAT rate. */
const INVOICED_IN = 'Europe/Amsterdam'
const NO_VAT: OrderVat = { vat_minor: 0, vat_rate_bp: null, vat_treatment: null }

/** VAT of orders, their invoices, and credit notes for these invoices. */
@Injectable()
export class Invoicing {
  readonly #rates: VatRates

  constructor(
    @Inject(API_CONFIGURATION) configuration: ApiConfiguration,
    private readonly invoices: InvoicesRepository,
  ) {
    this.#rates = readVatRates(configuration.VAT_RATES_FILE)
  }

  /** Returns the VAT of a sale made today. */
  async vat(
    transaction: ScopedTransaction,
    { seller_id, business_id, price_minor }: Pick<InvoicedOrder, 'seller_id' | 'business_id' | 'price_minor'>,
  ): Promise<OrderVat> {
    // A business that orders from itself pays no VAT.
    if (seller_id === business_id) return NO_VAT
    const seller = await this.invoices.party(transaction, seller_id)
    const buyer = await this.invoices.party(transaction, business_id)
    const vat = seller && buyer && vatOf(seller, buyer, await todayIn(transaction, INVOICED_IN), this.#rates)
    if (!vat) return NO_VAT
    return { vat_minor: vatMinor(price_minor, vat.bp), vat_rate_bp: vat.bp, vat_treatment: vat.treatment }
  }

  async isInvoiced(transaction: ScopedTransaction, orderId: number): Promise<boolean> {
    return (await this.invoices.issued(transaction, { orderId })) !== undefined
  }

  /**
   * Issues the invoice of an order, at most once. An order with a total of zero gets no invoice. The invoice has the order's
   * total, and the VAT rate that applies on the day of the invoice.
   * @returns its id and parts; undefined when it was issued before or cannot be issued
   */
  async issue(transaction: ScopedTransaction, order: InvoicedOrder): Promise<(InvoicedParts & { id: number }) | undefined> {
    const { id, total_minor, title, entity_name, period, starts_at, ends_at, currency, seller_id, business_id } = order
    if (total_minor === 0 || seller_id === business_id) return undefined
    if (await this.isInvoiced(transaction, id)) return undefined
    const seller = await this.invoices.party(transaction, seller_id)
    const buyer = await this.invoices.party(transaction, business_id)
    if (!seller || !buyer) return undefined
    const parties = { seller: partyOf(seller), buyer: partyOf(buyer), prefix: seller.prefix, locale: buyer.locale }
    const issued_on = await todayIn(transaction, INVOICED_IN)
    const parts = partsOf(order, vatOf(seller, buyer, issued_on, this.#rates))
    if (!parts) return undefined
    const sold = { seller_id, business_id, title, entity_name, period, starts_at, ends_at, currency }
    const one = { ...sold, ...parties, ...parts, order_id: id, credits_id: null, issued_on }
    return { id: await this.invoices.add(transaction, one), ...parts }
  }

  /**
   * Issues a credit note for a part of an invoice. Does nothing if the order has no invoice.
   * @param until total amount credited after this call, including earlier credit notes
   */
  async credit(transaction: ScopedTransaction, orderId: number, until: number): Promise<number | undefined> {
    const invoice = await this.invoices.issued(transaction, { orderId })
    const before = invoice && (await this.invoices.credited(transaction, invoice.id))
    if (!invoice || before === undefined || until <= before) return undefined
    const parts = creditParts(invoice, before, Math.min(until, invoice.total_minor))
    const issued_on = await todayIn(transaction, INVOICED_IN)
    return this.invoices.add(transaction, { ...invoice, ...parts, credits_id: invoice.id, issued_on })
  }
}

/**
 * Returns the parts of an invoice. The invoice has the order's VAT treatment. If today's VAT has the same treatment but
 * another rate, the invoice has today's rate. An order without VAT gets today's VAT. The total never changes, because the
 * buyer ordered and paid it.
 * @returns undefined when the VAT is unknown
 */
function partsOf(order: InvoicedOrder, today: Vat | undefined): InvoicedParts | undefined {
  const { vat_treatment, vat_rate_bp, price_minor: net_minor, vat_minor, total_minor } = order
  if (vat_treatment === null || vat_rate_bp === null) return today && partedBy(total_minor, today)
  const isOther = today?.treatment === vat_treatment && today.bp !== vat_rate_bp
  return isOther ? partedBy(total_minor, today) : { net_minor, vat_minor, vat_rate_bp, vat_treatment }
}

function partedBy(totalMinor: number, { bp, treatment }: Vat): InvoicedParts {
  const vat_minor = vatWithin(totalMinor, bp)
  return { net_minor: totalMinor - vat_minor, vat_minor, vat_rate_bp: bp, vat_treatment: treatment }
}

const partyOf = ({ name, address, postcode, city, country, vat_number }: PartyRow): InvoicePartyDto => ({
  name,
  address,
  postcode,
  city,
  country,
  vat_number,
})
