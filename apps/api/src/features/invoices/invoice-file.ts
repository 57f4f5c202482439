import type { MadeFile } from '../../http/file-answer.js'
import type { Locale } from '../../texts/locale.js'
import { madeFile, pdfSheet, type Sheet } from '../../papers/index.js'
import { inMajorUnits } from '../../money/index.js'
import type { InvoicePartyDto } from './dto/invoice.dto.js'
import type { IssuedInvoice } from './invoices.repository.js'
import { say } from './texts.js'

/** Time zone that decides the days on an invoice. */
const ZONE = 'Europe/Amsterdam'
const COLUMNS = [
  { key: 'service', kind: 'text' },
  { key: 'period', kind: 'text' },
  { key: 'net', kind: 'text' },
  { key: 'rate', kind: 'text' },
  { key: 'vat-amount', kind: 'text' },
  { key: 'total', kind: 'text' },
] as const
/** Reasons for no VAT. An invoice without VAT has to state its reason. */
const REASONS = { 'reverse-charge': 'paper.reverse-charge', outside: 'paper.outside', none: 'paper.none' } as const

/**
 * Makes a PDF of an invoice or credit note in the buyer's language. Uses only data that were stored when it was issued, so
 * that the PDF is the same each time.
 */
export async function invoiceFile(invoice: IssuedInvoice): Promise<MadeFile> {
  const writer = await pdfSheet(sheetOf(invoice), [])
  await writer.add([rowOf(invoice)])
  return madeFile(titleOf(invoice), 'pdf', writer)
}

const titleOf = ({ credits, number, locale }: IssuedInvoice) =>
  say(credits === null ? 'paper.invoice' : 'paper.credit-note', { number }).in(locale)

/** Formats YYYY-MM-DD as DD-MM-YYYY, as every screen does. */
const shown = (day: string) => day.split('-').reverse().join('-')

function sheetOf(invoice: IssuedInvoice): Sheet {
  const { locale, seller, buyer, credits, credits_on, vat_treatment: treatment, issued_on, order_id } = invoice
  const of = credits && credits_on ? [say('paper.of', { number: credits, day: shown(credits_on) }).in(locale)] : []
  const reason = treatment in REASONS ? [say(REASONS[treatment as keyof typeof REASONS]).in(locale)] : []
  return {
    locale,
    timeZone: ZONE,
    madeAt: new Date(issued_on),
    columns: COLUMNS,
    head: COLUMNS.map(({ key }) => say(`paper.${key}`).in(locale)),
    title: [titleOf(invoice), ...of].join(' · '),
    period: say('paper.day', { day: shown(issued_on) }).in(locale),
    zone: order_id === null ? '' : say('paper.order', { id: order_id }).in(locale),
    totals: {},
    notes: [
      say('paper.seller', { party: partyLine(seller, locale) }).in(locale),
      say('paper.buyer', { party: partyLine(buyer, locale) }).in(locale),
      ...reason,
    ],
    cell: (_, value = null) => (typeof value === 'object' ? null : value),
  }
}

const partyLine = ({ name, address, postcode, city, country, vat_number: number }: InvoicePartyDto, locale: Locale) => {
  const where = [name, address, `${postcode} ${city}`, new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country]
  return [...where, ...(number ? [say('paper.vat', { number }).in(locale)] : [])].join(', ')
}

function rowOf({ locale, title, entity_name, currency, starts_at, ends_at, period, ...sums }: IssuedInvoice) {
  const sign = sums.credits === null ? '' : '-'
  const money = (minor: number) => `${currency} ${minor === 0 ? '' : sign}${inMajorUnits(minor, currency)}`
  const day = (at: Date) => shown(new Intl.DateTimeFormat('sv', { timeZone: ZONE }).format(at))
  const long = say(`paper.${period as 'month' | 'quarter' | 'year'}`).in(locale)
  const when = starts_at && ends_at ? `${day(starts_at)} – ${day(ends_at)}` : `${say('paper.to-be-known').in(locale)}, ${long}`
  return {
    service: `${title} · ${entity_name}`,
    period: when,
    net: money(sums.net_minor),
    total: money(sums.total_minor),
    rate: `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(sums.vat_rate_bp / 100)} %`,
    'vat-amount': money(sums.vat_minor),
  }
}
