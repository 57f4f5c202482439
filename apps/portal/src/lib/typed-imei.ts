import { writtenImei } from '@roadbook/contracts/written-imei'

const IMEI_DIGITS = 15

interface TypedImei {
  digits: string
  /** A spreadsheet shortened what was pasted: its digits are no longer there. */
  isShortened: boolean
}

/** The digits of an IMEI, or of its end, as somebody types them; of one that is pasted from a sheet those that it has. */
export function typedImei(text: string): TypedImei {
  const read = writtenImei(text)
  if (read.fault === undefined) return { digits: read.imei, isShortened: false }
  if (read.fault === 'shortened' && /e/i.test(text)) return { digits: '', isShortened: true }
  return { digits: text.replace(/\D/g, '').slice(0, IMEI_DIGITS), isShortened: false }
}
