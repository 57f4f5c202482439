import path from 'node:path'
import { isVatNumber, plainVatNumber } from './vat-numbers.js'
import { creditParts, vatMinor, vatOf, type VatParty, vatWithin } from './vat.js'
import { readVatRates } from './vat-rates.js'

const rates = readVatRates(path.resolve(import.meta.dirname, '../../../../../../data/vat-rates.json'))
const NL: VatParty = { country: 'NL', vat_number: 'NL123456789B01' }
const NL_SMALL: VatParty = { country: 'NL', vat_number: null }
const DE: VatParty = { country: 'DE', vat_number: 'DE123456789' }
const DE_PRIVATE: VatParty = { country: 'DE', vat_number: null }
const DE_WRONG: VatParty = { country: 'DE', vat_number: 'DE12' }
const CH: VatParty = { country: 'CH', vat_number: 'CHE123456789MWST' }
const LI: VatParty = { country: 'LI', vat_number: null }
const GB: VatParty = { country: 'GB', vat_number: 'GB123456789' }
const GR: VatParty = { country: 'GR', vat_number: 'EL123456789' }
const FI: VatParty = { country: 'FI', vat_number: null }
const US: VatParty = { country: 'US', vat_number: null }
const BE: VatParty = { country: 'BE', vat_number: 'NL123456789B01' }

describe('prices and VAT', () => {
  it.each<[string, VatParty, VatParty, string, number, string, number]>([
    // seller, buyer, day, price without VAT, why, VAT
    ['at home', NL, NL, '2026-11-23', 6_900, 'domestic', 1_449],
    ['at home, to somebody without a number', NL, NL_SMALL, '2026-11-23', 6_900, 'domestic', 1_449],
    ['from who is not registered', NL_SMALL, NL, '2026-11-23', 6_900, 'none', 0],
    ['from who is not registered, abroad', NL_SMALL, DE, '2026-11-23', 6_900, 'none', 0],
    ['to a business in the Union', NL, DE, '2026-11-23', 6_900, 'reverse-charge', 0],
    ['to a business in Greece', NL, GR, '2026-11-23', 6_900, 'reverse-charge', 0],
    ['to somebody without a number in the Union', NL, DE_PRIVATE, '2026-11-23', 6_900, 'buyer-country', 1_311],
    ['to a number without the form of its country', NL, DE_WRONG, '2026-11-23', 6_900, 'buyer-country', 1_311],
    ['to a number of another country', NL, BE, '2026-11-23', 6_900, 'buyer-country', 1_449],
    ['by halves of a percent', NL, FI, '2026-11-23', 6_900, 'buyer-country', 1_760],
    ['by the rate of its day', NL, FI, '2024-08-31', 6_900, 'buyer-country', 1_656],
    ['by the rate of its first day', NL, FI, '2024-09-01', 6_900, 'buyer-country', 1_760],
    ['out of the Union', NL, CH, '2026-11-23', 6_900, 'outside', 0],
    ['to Great Britain', NL, GB, '2026-11-23', 6_900, 'outside', 0],
    ['to the United States', NL, US, '2026-11-23', 6_900, 'outside', 0],
    ['into the Union', CH, DE, '2026-11-23', 6_900, 'outside', 0],
    ['in Switzerland', CH, CH, '2026-11-23', 6_900, 'domestic', 559],
    ['from Switzerland to Liechtenstein', CH, LI, '2026-11-23', 6_900, 'domestic', 559],
    ['in Switzerland before 2024', CH, CH, '2023-12-31', 6_900, 'domestic', 531],
    ['in Great Britain', GB, GB, '2026-11-23', 6_900, 'domestic', 1_380],
    ['of nothing', NL, NL, '2026-11-23', 0, 'domestic', 0],
    ['half a cent up', NL, NL, '2026-11-23', 50, 'domestic', 11],
    ['less than half a cent down', NL, NL, '2026-11-23', 2, 'domestic', 0],
    ['of the greatest price', NL, NL, '2026-11-23', 100_000_000, 'domestic', 21_000_000],
  ])('R-197 %s', (_, seller, buyer, day, price, treatment, vat) => {
    const found = vatOf(seller, buyer, day, rates)
    expect([found?.treatment, vatMinor(price, found?.bp ?? -1)]).toEqual([treatment, vat])
  })

  it.each([
    ['at home', 8_349, 2_100, 1_449],
    ['of nothing', 0, 2_100, 0],
    ['where there is none', 6_900, 0, 0],
    ['half a cent up', 1, 10_000, 1],
    ['less than half a cent down', 10, 500, 0],
    ['of the greatest total', 121_000_000, 2_100, 21_000_000],
  ])('R-197 a total holds the VAT that makes it: %s', (_, total, bp, vat) => {
    expect(vatWithin(total, bp)).toBe(vat)
  })

  it('R-197 a price with its VAT holds that VAT again, to the cent', () => {
    for (const bp of [0, 770, 810, 1_900, 2_100, 2_550])
      for (let price = 0; price < 3_000; price += 7) {
        const vat = vatMinor(price, bp)
        expect([price, bp, vatWithin(price + vat, bp)]).toEqual([price, bp, vat])
      }
  })

  it('R-197 where no rate is known there is none to guess', () => {
    expect(vatOf({ country: 'US', vat_number: '12-3456789' }, US, '2026-11-23', rates)).toBeUndefined()
    expect(vatOf(NL, NL, '1990-01-01', rates)).toBeUndefined()
  })

  it.each([
    ['nl 1234.56.789.b01', 'NL', true],
    ['NL123456789', 'NL', false],
    ['DE 123 456 789', 'DE', true],
    ['ATU12345678', 'AT', true],
    ['AT12345678', 'AT', false],
    ['EL123456789', 'GR', true],
    ['GR123456789', 'GR', false],
    ['BE0123456789', 'BE', true],
    ['FRXX123456789', 'FR', true],
    ['IE1234567WA', 'IE', true],
    ['SE123456789001', 'SE', true],
    ['SE123456789002', 'SE', false],
    ['ESX1234567R', 'ES', true],
    ['CHE-123.456.789 MWST', 'CH', true],
    ['X', 'CH', false],
  ])('R-197 %s is a VAT number of %s: %s', (text, country, expected) => {
    expect(isVatNumber(plainVatNumber(text), country)).toBe(expected)
  })

  it('R-323 the parts of all credit notes are those of the invoice', () => {
    const invoice = { net_minor: 6_900, vat_minor: 1_449 }
    const sums = [0, 1, 900, 901, 5_000, 8_348, 8_349]
    const parts = sums.slice(1).map((after, nth) => creditParts(invoice, sums[nth] ?? 0, after))
    const sum = (of: 'net_minor' | 'vat_minor') => parts.reduce((all, part) => all + part[of], 0)
    expect([sum('net_minor'), sum('vat_minor')]).toEqual([6_900, 1_449])
    expect(parts.every(({ net_minor, vat_minor }) => net_minor >= 0 && vat_minor >= 0)).toBe(true)
  })
})
