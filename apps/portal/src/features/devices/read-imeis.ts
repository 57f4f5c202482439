import { isImei } from './device.js'

interface ReadImeis {
  /** Each once, in the order of the text. */
  imeis: string[]
  /** How many stood there again. */
  repeated: number
  /** What is no IMEI, as it stands there. */
  wrong: string[]
}

const IMEI_DIGITS = 15

/** IMEIs as somebody types, pastes or scans them: one a line or parted by commas, also in groups as the portal writes them. */
export function readImeis(text: string): ReadImeis {
  const found: string[] = []
  const wrong: string[] = []
  for (const part of text.split(/[\n\r,;\t]+/)) {
    const digits = part.replace(/[\s-]/g, '')
    if (digits === '') continue
    const several = /^\d+$/.test(digits) && digits.length % IMEI_DIGITS === 0
    const parts = several ? (digits.match(/\d{15}/g) ?? []) : [digits]
    for (const one of parts) (isImei(one) ? found : wrong).push(isImei(one) ? one : part.trim())
  }
  const imeis = [...new Set(found)]
  return { imeis, repeated: found.length - imeis.length, wrong }
}
