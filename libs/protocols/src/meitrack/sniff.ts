import { isFlag } from './frame.js'

/** Recognises `$$`, a letter, digits and a comma. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  for (let at = 0; at < 8; at++) {
    const byte = head[at]
    if (byte === undefined) return 'more'
    if (at < 2 ? byte !== 0x24 : at === 2 && !isFlag(byte)) return 'no'
    if (at > 3 && byte === 0x2c) return 'yes'
    if (at > 2 && (byte < 0x30 || byte > 0x39)) return 'no'
  }
  return 'no'
}
