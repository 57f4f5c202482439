import { type ImeiFault, writtenImei } from '@roadbook/contracts/written-imei'

export interface ReadImeis {
  /** Each once, in the order of the text. */
  imeis: string[]
  /** How many stood there again. */
  repeated: number
  /** What is no IMEI, as it stands there. */
  wrong: string[]
  /** Why not, each reason once; of what only has another number of digits there is nothing more to say. */
  reasons: ImeiFault[]
}

type Read = { imei: string } | { wrong: string; reason: ImeiFault }

const IMEI_DIGITS = 15
/** The head of a column that was pasted along. */
const HEAD = /^\W*imei\D*$/i

/**
 * IMEIs as somebody types, scans or pastes them, a column of a spreadsheet for example: one a line or parted by commas, each however people
 * and spreadsheets write it.
 */
export function readImeis(text: string): ReadImeis {
  const lines = text.split(/[\n\r;\t|]+/).filter((line) => line.trim() !== '' && !HEAD.test(line))
  const read = lines.flatMap(imeisOf)
  const found = read.flatMap((one) => ('imei' in one ? [one.imei] : []))
  const wrong = read.flatMap((one) => ('wrong' in one ? [one] : []))
  const imeis = [...new Set(found)]
  const reasons = new Map(wrong.filter(({ reason }) => reason.fault !== 'digits').map(({ reason }) => [reason.fault, reason]))
  return { imeis, repeated: found.length - imeis.length, wrong: wrong.map((one) => one.wrong), reasons: [...reasons.values()] }
}

/** One line: an IMEI, several, or none. */
function imeisOf(line: string): Read[] {
  const whole = writtenImei(line)
  if (whole.fault === undefined) return [{ imei: whole.imei }]
  // A comma may be a sign of the number, so it parts only what is none as a whole.
  if (whole.fault === 'digits' || whole.fault === 'several') {
    const parts = line.split(',').filter((part) => part.trim() !== '')
    if (parts.length > 1) return parts.flatMap(imeisOf)
    const several = inOneLine(line)
    if (several) return several.map((imei) => ({ imei }))
  }
  return [{ wrong: line.trim(), reason: whole }]
}

/** Several without a sign between them, or with blanks: an IMEI ends where a group of digits does. */
function inOneLine(line: string): string[] | undefined {
  const groups = line.trim().split(/[\s-]+/)
  const digits = groups.join('')
  if (!/^\d+$/.test(digits) || digits.length % IMEI_DIGITS !== 0) return allOf(groups)
  const ends = new Set<number>()
  groups.reduce((end, group) => {
    ends.add(end + group.length)
    return end + group.length
  }, 0)
  const imeis = digits.match(/\d{15}/g) ?? []
  return groups.length === 1 || imeis.every((_, at) => ends.has((at + 1) * IMEI_DIGITS)) ? imeis : undefined
}

/** Each of them an IMEI. */
function allOf(texts: readonly string[]): string[] | undefined {
  const read = texts.map(writtenImei)
  const imeis = read.flatMap((one) => (one.fault === undefined ? [one.imei] : []))
  return texts.length > 1 && imeis.length === texts.length ? imeis : undefined
}
