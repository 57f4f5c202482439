import { type ImeiFault, writtenImei } from '@roadbook/contracts/written-imei'

export interface ReadImeis {
  /** IMEIs without duplicates, in the order of the text. */
  imeis: string[]
  /** Number of duplicates. */
  repeated: number
  /** Entries that are not IMEIs, as written. */
  wrong: string[]
  /**
   * Kinds of faults found, each once. A wrong number of digits is left out, because users understand it without explanation.
   */
  reasons: ImeiFault[]
}

type Read = { imei: string } | { wrong: string; reason: ImeiFault }

const IMEI_DIGITS = 15
/** Heading of a pasted column. It is skipped. */
const HEAD = /^\W*imei\D*$/i

/**
 * Parses IMEIs that were typed, scanned or pasted, for example a spreadsheet column. They are separated by line breaks or commas
 * and may be in any common notation.
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

/** Parses one line. It may contain no IMEI, one IMEI or several. */
function imeisOf(line: string): Read[] {
  const whole = writtenImei(line)
  if (whole.fault === undefined) return [{ imei: whole.imei }]
  // A comma may be a part of an IMEI, so it separates IMEIs only if the line as a whole is not one.
  if (whole.fault === 'digits' || whole.fault === 'several') {
    const parts = line.split(',').filter((part) => part.trim() !== '')
    if (parts.length > 1) return parts.flatMap(imeisOf)
    const several = inOneLine(line)
    if (several) return several.map((imei) => ({ imei }))
  }
  return [{ wrong: line.trim(), reason: whole }]
}

/** Parses several IMEIs in one line, separated by blanks or not at all. Each IMEI must end at the end of a group of digits. */
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

/** Returns the IMEIs if every text is an IMEI. */
function allOf(texts: readonly string[]): string[] | undefined {
  const read = texts.map(writtenImei)
  const imeis = read.flatMap((one) => (one.fault === undefined ? [one.imei] : []))
  return texts.length > 1 && imeis.length === texts.length ? imeis : undefined
}
