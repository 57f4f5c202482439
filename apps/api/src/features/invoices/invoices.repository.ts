import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, day, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { Locale } from '../../texts/locale.js'
import { inMajorUnits } from '../../money/index.js'
import { InvoiceDto, type InvoicePartyDto } from './dto/invoice.dto.js'
import texts from './texts.json' with { type: 'json' }
import type { VatTreatment } from './vat/vat.js'

export type InvoiceRow = RowOf<InvoiceDto>

/** Invoice number after the seller's prefix. For example, the number 12 with the prefix `2026/` gives `2026/000012`. */
const NUMBER = sql`i.prefix || lpad(i.number::text, 6, '0')`
const KIND = sql`CASE WHEN i.credits_id IS NULL THEN 'invoice' ELSE 'credit-note' END`

/**
 * Returns the condition that an invoice is visible. Its seller or its buyer must be in scope. Only one of them is required,
 * because the other party may be below another parent business now.
 */
const isSeen = (transaction: ScopedTransaction): Sql =>
  sql`(${transaction.within(sql`i.seller_id`)} OR ${transaction.within(sql`i.business_id`)})`
/** Current name of the buyer if the caller is allowed to see it. Otherwise the name on the invoice. */
const BUYER = sql`coalesce(b.name, i.buyer ->> 'name')`
const BUYERS = sql`LEFT JOIN businesses b ON b.id = i.business_id`

const invoiceRows = (transaction: ScopedTransaction, which: Sql): Sql => sql`
  SELECT i.id, ${NUMBER} AS number, ${KIND} AS kind, c.prefix || lpad(c.number::text, 6, '0') AS credits, i.issued_on::text AS issued_on,
    i.business_id, ${BUYER} AS business_name, i.seller ->> 'name' AS seller_name, i.buyer ->> 'name' AS buyer_name, i.order_id, i.title,
    i.entity_name, i.period, i.currency, i.net_minor, i.vat_minor, i.total_minor, i.vat_rate_bp, i.vat_treatment,
    i.issued_at AS created_at, i.issued_at AS updated_at
  FROM invoices i ${BUYERS} LEFT JOIN invoices c ON c.id = i.credits_id
  WHERE ${isSeen(transaction)} AND ${which}`

/** The list of invoices. Aliases: i invoice, c the invoice that a credit note corrects, b the buyer. */
export const INVOICE_LIST = defineList<InvoiceRow, InvoiceDto>({
  name: 'invoices',
  objectType: 'invoice',
  plural: 'invoices',
  permission: 'read:information',
  description: 'Lists invoices and credit notes for orders, as they were issued.',
  dto: InvoiceDto,
  toDto: toApiRow,
  texts,
  portalPath: '/information?tab=invoices',
  key: sql`i.id`,
  from: sql`FROM invoices i`,
  joins: () => [
    { aliases: ['b'], join: BUYERS },
    { aliases: ['c'], join: sql`LEFT JOIN invoices c ON c.id = i.credits_id` },
  ],
  where: isSeen,
  rows: (transaction, keys: readonly Key[]) => invoiceRows(transaction, sql`i.id = ANY (${[...keys]}::int[])`),
  columns: {
    id: id(sql`i.id`, { order: true }),
    number: text(NUMBER, { isPlain: true, csv: 'number' }),
    kind: code(KIND, { csv: 'kind', isWord: true }),
    credits: text(sql`c.prefix || lpad(c.number::text, 6, '0')`, { order: false, csv: 'credits' }),
    issued_on: day(sql`i.issued_on`, { csv: 'issued_on' }),
    seller_name: text(sql`i.seller ->> 'name'`, { csv: 'seller_name' }),
    buyer_name: text(sql`i.buyer ->> 'name'`, { isPlain: true, csv: 'buyer_name' }),
    business_id: id(sql`i.business_id`),
    business_name: text(BUYER, { isPlain: true }),
    order_id: id(sql`i.order_id`, { csv: 'order_id' }),
    title: text(sql`i.title`, { isPlain: true, csv: 'title' }),
    entity_name: text(sql`i.entity_name`, { isPlain: true, csv: 'entity_name' }),
    vat_treatment: code(sql`i.vat_treatment`, { csv: 'vat_treatment', isWord: true }),
    vat_rate_bp: number(sql`i.vat_rate_bp`, { csv: ({ vat_rate_bp: bp }) => bp / 100 }),
    currency: code(sql`i.currency`, { csv: 'currency' }),
    net_minor: number(sql`i.net_minor`, { csv: ({ net_minor, currency }) => inMajorUnits(net_minor, currency) }),
    vat_minor: number(sql`i.vat_minor`, { csv: ({ vat_minor, currency }) => inMajorUnits(vat_minor, currency) }),
    total_minor: number(sql`i.total_minor`, { csv: ({ total_minor, currency }) => inMajorUnits(total_minor, currency) }),
    created_at: time(sql`i.issued_at`),
    updated_at: time(sql`i.issued_at`),
  },
})

/** Current details of a seller or buyer. */
export interface PartyRow extends InvoicePartyDto {
  business_id: number
  locale: Locale
  prefix: string
  updated_at: Date
}

/** Data of an invoice to be issued. */
export interface NewInvoice {
  seller_id: number
  business_id: number
  order_id: number | null
  credits_id: number | null
  /** Day in the form YYYY-MM-DD. */
  issued_on: string
  prefix: string
  locale: Locale
  seller: InvoicePartyDto
  buyer: InvoicePartyDto
  title: string
  entity_name: string
  period: string
  starts_at: Date | null
  ends_at: Date | null
  currency: string
  net_minor: number
  vat_minor: number
  vat_rate_bp: number
  vat_treatment: VatTreatment
}

/** Complete invoice as it was issued. */
export interface IssuedInvoice extends NewInvoice {
  id: number
  number: string
  credits: string | null
  credits_on: string | null
  total_minor: number
}

@Injectable()
export class InvoicesRepository {
  findOne(transaction: ScopedTransaction, invoiceId: number): Promise<InvoiceRow | undefined> {
    return transaction.row<InvoiceRow>(invoiceRows(transaction, sql`i.id = ${invoiceId}`))
  }

  issued(transaction: ScopedTransaction, which: { id: number } | { orderId: number }): Promise<IssuedInvoice | undefined> {
    const those = 'id' in which ? sql`i.id = ${which.id}` : sql`i.order_id = ${which.orderId} AND i.credits_id IS NULL`
    return transaction.row<IssuedInvoice>(sql`SELECT i.id, ${NUMBER} AS number, c.prefix || lpad(c.number::text, 6, '0') AS credits,
        c.issued_on::text AS credits_on, i.issued_on::text AS issued_on, i.seller_id, i.business_id, i.order_id, i.credits_id, i.prefix,
        i.locale, i.seller, i.buyer, i.title, i.entity_name, i.period, i.starts_at, i.ends_at, i.currency, i.net_minor, i.vat_minor,
        i.total_minor, i.vat_rate_bp, i.vat_treatment
      FROM invoices i LEFT JOIN invoices c ON c.id = i.credits_id
      WHERE ${isSeen(transaction)} AND ${those}`)
  }

  /** Returns the total of an invoice's credit notes. */
  async credited(transaction: ScopedTransaction, invoiceId: number): Promise<number> {
    const sum = await transaction.row<{ minor: number }>(sql`SELECT coalesce(sum(i.total_minor), 0)::int AS minor FROM invoices i
      WHERE i.credits_id = ${invoiceId} AND ${isSeen(transaction)}`)
    return sum?.minor ?? 0
  }

  /** Adds an invoice with the seller's next number. Other invoices of the seller wait until this transaction ends. */
  async add(transaction: ScopedTransaction, invoice: NewInvoice): Promise<number> {
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO invoices (seller_id, business_id, order_id, number, prefix,
        credits_id, issued_on, locale, seller, buyer, title, entity_name, period, starts_at, ends_at, currency, net_minor, vat_minor,
        vat_rate_bp, vat_treatment)
      SELECT ${invoice.seller_id}::int, ${invoice.business_id}::int, ${invoice.order_id}::int,
        next_invoice_number(${invoice.seller_id}::int), ${invoice.prefix},
        ${invoice.credits_id}::int, ${invoice.issued_on}::date, ${invoice.locale}, ${JSON.stringify(invoice.seller)}::jsonb,
        ${JSON.stringify(invoice.buyer)}::jsonb, ${invoice.title}, ${invoice.entity_name}, ${invoice.period},
        ${invoice.starts_at?.toISOString() ?? null}::timestamptz, ${invoice.ends_at?.toISOString() ?? null}::timestamptz, ${invoice.currency},
        ${invoice.net_minor}::int, ${invoice.vat_minor}::int, ${invoice.vat_rate_bp}::int, ${invoice.vat_treatment}
      RETURNING id`)
    if (!added) throw new Error('an invoice that was just issued is not there')
    return added.id
  }

  /**
   * Returns the details of a business that is in scope or a parent. Parents are included because buyers are allowed to see
   * their seller.
   */
  party(transaction: ScopedTransaction, businessId: number): Promise<PartyRow | undefined> {
    return transaction.row<PartyRow>(sql`SELECT p.business_id, p.name, p.address, p.postcode, p.city, p.country, p.vat_number, p.locale,
        p.prefix, p.updated_at FROM invoice_parties p WHERE p.business_id = ${businessId}`)
  }

  async saveParty(transaction: ScopedTransaction, party: Omit<PartyRow, 'updated_at'>): Promise<void> {
    await transaction.rows(sql`INSERT INTO invoice_parties
        (business_id, name, address, postcode, city, country, vat_number, locale, prefix, updated_at)
      VALUES (${party.business_id}, ${party.name}, ${party.address}, ${party.postcode}, ${party.city}, ${party.country}, ${party.vat_number}::text,
        ${party.locale}, ${party.prefix}, clock_timestamp())
      ON CONFLICT (business_id) DO UPDATE SET name = excluded.name, address = excluded.address, postcode = excluded.postcode,
        city = excluded.city, country = excluded.country, vat_number = excluded.vat_number, locale = excluded.locale,
        prefix = excluded.prefix, updated_at = excluded.updated_at`)
  }
}
