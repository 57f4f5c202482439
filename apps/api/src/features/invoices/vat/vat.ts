import { isInEu, isVatNumber } from './vat-numbers.js'
import { standardRate, type VatRates } from './vat-rates.js'

/**
 * VAT treatments of an order.
 * - `domestic`: VAT of the seller's country
 * - `buyer-country`: VAT of the buyer's country
 * - `reverse-charge`: the buyer owes the VAT
 * - `outside`: outside the scope of VAT
 * - `none`: the seller is not registered for VAT
 */
export const VAT_TREATMENTS = ['domestic', 'buyer-country', 'reverse-charge', 'outside', 'none'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]

export interface VatParty {
  /** ISO 3166-1 */
  country: string
  vat_number: string | null
}

export interface Vat {
  treatment: VatTreatment
  /** Rate in hundredths of a percent. */
  bp: number
}

/** Returns the VAT territory. Switzerland and Liechtenstein share one. */
const territoryOf = (country: string) => (country === 'LI' ? 'CH' : country)

/**
 * Returns the VAT of an electronically supplied service.
 * @param day day on which the VAT is due, YYYY-MM-DD
 * @returns undefined when the rate of the country is unknown
 * @source Directive 2006/112/EC. For businesses: articles 44 and 196. For others: article 58, which uses the buyer's country.
 *   The threshold of article 59c is not used.
 */
export function vatOf(seller: VatParty, buyer: VatParty, day: string, rates: VatRates): Vat | undefined {
  if (seller.vat_number === null) return { treatment: 'none', bp: 0 }
  const at = (treatment: VatTreatment, country: string): Vat | undefined => {
    const bp = standardRate(rates, country, day)
    return bp === undefined ? undefined : { treatment, bp }
  }
  if (territoryOf(seller.country) === territoryOf(buyer.country)) return at('domestic', seller.country)
  if (!isInEu(seller.country) || !isInEu(buyer.country)) return { treatment: 'outside', bp: 0 }
  const isBusiness = buyer.vat_number !== null && isVatNumber(buyer.vat_number, buyer.country)
  return isBusiness ? { treatment: 'reverse-charge', bp: 0 } : at('buyer-country', buyer.country)
}

/** Returns the VAT in the smallest unit of the currency. Halves are rounded up. */
export const vatMinor = (netMinor: number, bp: number): number => Math.floor((netMinor * bp + 5_000) / 10_000)

/** Returns the VAT that is included in a total. Halves are rounded up. */
export const vatWithin = (totalMinor: number, bp: number): number =>
  Math.floor((2 * totalMinor * bp + 10_000 + bp) / (2 * (10_000 + bp)))

/**
 * Returns the net price and VAT of a credit note. All credit notes of an invoice together add up to the invoice's own net
 * price and VAT.
 * @param before amount of the invoice's total that earlier credit notes have credited
 */
export function creditParts(
  invoice: { net_minor: number; vat_minor: number },
  before: number,
  after: number,
): { net_minor: number; vat_minor: number } {
  const total = invoice.net_minor + invoice.vat_minor
  const vatUntil = (sum: number) => Math.floor((2 * invoice.vat_minor * sum + total) / (2 * total))
  const vat = vatUntil(after) - vatUntil(before)
  return { net_minor: after - before - vat, vat_minor: vat }
}
