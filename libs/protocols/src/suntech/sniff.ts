/** First characters of reports in the universal format. These reports begin with their type. */
const UNIVERSAL = [
  'STT;',
  'ALT;',
  'EMG;',
  'EVT;',
  'ALV;',
  'BLE;',
  'UEX;',
  'CMD;',
  'RES;',
  'CRR;',
  'TRV;',
  'HTE;',
  'DEX;',
] as const

/** Recognises a binary report. Its first byte is 0x81 to 0x8F. The next byte is the high byte of a length below 4096. */
export const isBinaryHead = (head: Buffer): boolean => head[0]! >= 0x81 && head[0]! <= 0x8f && head[1]! <= 0x0f

const BINARY_HEAD_BYTES = 8

/**
 * Recognises a binary report. The declared length must be below a kilobyte, which is true of all such reports. Otherwise
 * the first bytes could be the options of a CalAmp tracker. In addition, the tracker's identity must have ten digits.
 */
function sniffBinary(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 1) return head[0]! > 0x80 && head[0]! < 0x90 ? 'more' : 'no'
  if (!isBinaryHead(head) || head[1]! > 0x03) return 'no'
  if (!/^\d*$/.test(head.toString('hex', 3, BINARY_HEAD_BYTES))) return 'no'
  return head.length < BINARY_HEAD_BYTES ? 'more' : 'yes'
}

/** First byte of a compact report. A length below 256, 0x10 and an identity of nine digits follow. */
export const COMPACT = 0x02
export const COMPACT_REPORT = 0x10
const COMPACT_HEAD_BYTES = 9

function sniffCompact(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length > 1 && head[1] !== 0) return 'no'
  if (head.length > 3 && head[3] !== COMPACT_REPORT) return 'no'
  if (head.length < COMPACT_HEAD_BYTES) return 'more'
  return /^\d{9}/.test(head.toString('hex', 4, COMPACT_HEAD_BYTES)) ? 'yes' : 'no'
}

/**
 * Recognises `ST300STT;`, `SA200ALT;`, `ST910;Location;` and the like, a type of the universal format, or a binary report of
 * either kind.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] === COMPACT) return sniffCompact(head)
  if (head[0]! >= 0x80) return sniffBinary(head)
  const text = head.toString('latin1', 0, 9)
  if (UNIVERSAL.some((start) => text.startsWith(start))) return 'yes'
  const isStart = /^S[TA]\d{3}(?:[A-Z]{3})?;/.test(text)
  if (isStart) return 'yes'
  const isBeginning = UNIVERSAL.some((start) => start.startsWith(text)) || /^S(?:[TA](?:\d{0,2}|\d{3}[A-Z]{0,3}))?$/.test(text)
  return isBeginning ? 'more' : 'no'
}
