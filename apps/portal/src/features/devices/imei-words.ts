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

/**
 * Returns the key in `devices.json` of the text that explains why an IMEI is invalid and what to do. {@link imeiValues} returns
 * the values in this text.
 */
export const imeiKey = (problem: ImeiFault) =>
  problem.fault === 'fourteen' && problem.withZero ? 'form.errors.imeiWithZero' : KEYS[problem.fault]

export const imeiValues = (problem: ImeiFault) => ({
  imei: problem.fault === 'fourteen' ? problem.withZero : undefined,
  digits: problem.fault === 'with-version' ? problem.count : undefined,
})

/** Returns the values for the text of a field. Empty if the IMEI is valid. */
export function imeiValuesOf(text: string) {
  const read = writtenImei(text)
  return read.fault === undefined ? {} : imeiValues(read)
}
