/** Reports of the universal format begin with their type alone. */
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

/** Binary reports: 0x81 … 0x8F, then the high byte of a length below 4096. */
export const isBinaryHead = (head: Buffer): boolean => head[0]! >= 0x81 && head[0]! <= 0x8f && head[1]! <= 0x0f

/** No report of theirs is a kilobyte long; a CalAmp tracker's options would be the head of a longer one. */
const isFirstBinaryHead = (head: Buffer): boolean => isBinaryHead(head) && head[1]! <= 0x03

/** `ST300STT;`, `SA200ALT;`, `ST910;Location;` …, a type alone, or a binary report. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0]! >= 0x80)
    return head.length === 1 ? (head[0]! > 0x80 && head[0]! < 0x90 ? 'more' : 'no') : isFirstBinaryHead(head) ? 'yes' : 'no'
  const text = head.toString('latin1', 0, 9)
  if (UNIVERSAL.some((start) => text.startsWith(start))) return 'yes'
  const isStart = /^S[TA]\d{3}(?:[A-Z]{3})?;/.test(text)
  if (isStart) return 'yes'
  const isBeginning = UNIVERSAL.some((start) => start.startsWith(text)) || /^S(?:[TA](?:\d{0,2}|\d{3}[A-Z]{0,3}))?$/.test(text)
  return isBeginning ? 'more' : 'no'
}
