import { type ImeiFault, writtenImei } from '@roadbook/contracts/written-imei'

const KEYS = {
  shortened: 'form.errors.imeiShortened',
  'error-value': 'form.errors.imeiCell',
  'too-narrow': 'form.errors.imeiCell',
  several: 'form.errors.imeiSeveral',
  digits: 'form.errors.imeiDigits',
  fourteen: 'form.errors.imeiFourteen',
  'with-version': 'form.errors.imeiVersion',
} as const

/** Why a text is no IMEI and what to do: a key of `devices.json`, which {@link imeiValues} fills. */
export const imeiKey = (problem: ImeiFault) =>
  problem.fault === 'fourteen' && problem.withZero ? 'form.errors.imeiWithZero' : KEYS[problem.fault]

export const imeiValues = (problem: ImeiFault) => ({
  imei: problem.fault === 'fourteen' ? problem.withZero : undefined,
  digits: problem.fault === 'with-version' ? problem.count : undefined,
})

/** The same of what stands in a field; nothing where it is an IMEI. */
export function imeiValuesOf(text: string) {
  const read = writtenImei(text)
  return read.fault === undefined ? {} : imeiValues(read)
}
