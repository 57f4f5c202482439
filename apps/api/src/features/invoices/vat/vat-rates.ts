import { readFileSync } from 'node:fs'
import { ConfigurationError } from '@roadbook/platform'
import { z } from 'zod'

const rate = z.strictObject({ from: z.iso.date(), percent: z.number().min(0).max(100) })
const file = z.strictObject({
  sources: z.record(z.string(), z.string()),
  rates: z.record(z.string().regex(/^[A-Z]{2}$/), z.strictObject({ source: z.string(), standard: z.array(rate).min(1) })),
})

/** Standard rates by country (ISO 3166-1), in hundredths of a percent. Each rate has the first day on which it applies. */
export type VatRates = Readonly<Record<string, readonly { from: string; bp: number }[]>>

/** @throws ConfigurationError that names the mistake in the file */
export function readVatRates(path: string): VatRates {
  const refuse = (why: string) => new ConfigurationError(`wrong configuration:\n  VAT_RATES_FILE: ${path} ${why}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse(`cannot be read: ${(error as Error).message.slice(0, 300)}`)
  }
  const read = file.safeParse(content)
  if (!read.success)
    throw refuse(`is not usable: ${read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`)
  return Object.fromEntries(
    Object.entries(read.data.rates).map(([country, { standard }]) => [
      country,
      standard.map(({ from, percent }) => ({ from, bp: Math.round(percent * 100) })).sort((a, b) => (a.from < b.from ? 1 : -1)),
    ]),
  )
}

/** Returns the rate on a day (YYYY-MM-DD); undefined when unknown. */
export const standardRate = (rates: VatRates, country: string, day: string): number | undefined =>
  rates[country]?.find(({ from }) => from <= day)?.bp
