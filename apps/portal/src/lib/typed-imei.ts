import { writtenImei } from '@roadbook/contracts/written-imei'

const IMEI_DIGITS = 15

interface TypedImei {
  digits: string
  /** True if a spreadsheet shortened the pasted number, so that digits are lost. */
  isShortened: boolean
}

/** Reads the digits of a typed IMEI or of its end. A number pasted from a sheet may be incomplete. */
export function typedImei(text: string): TypedImei {
  const read = writtenImei(text)
  if (read.fault === undefined) return { digits: read.imei, isShortened: false }
  if (read.fault === 'shortened' && /e/i.test(text)) return { digits: '', isShortened: true }
  return { digits: text.replace(/\D/g, '').slice(0, IMEI_DIGITS), isShortened: false }
}
