import { lost } from '../common/errors.js'
import type { DatagramSide } from '../protocol.js'
import { decode } from './decode.js'
import { LONGEST_LINE } from './frame.js'

/** Start of a datagram: `imei#D#…`, from version 2 on `2.0;imei#D#…`. */
const START = /^(?:\d\.\d;)?[0-9A-Za-z]{1,20}#[A-Z]{1,3}#/
const LONGEST_START = 32
const CR_LF = /[\r\n]+/

/**
 * A datagram contains lines that begin with the sender's identifier. If a line has no identifier, the identifier of the
 * previous line applies.
 */
export const datagrams: DatagramSide = {
  sniff: (datagram) => START.test(datagram.toString('latin1', 0, LONGEST_START)),

  split(datagram) {
    if (datagram.length > LONGEST_LINE) return lost(`a datagram of ${datagram.length} bytes`)
    const lines = datagram
      .toString('latin1')
      .split(CR_LF)
      .filter((text) => text !== '')
    if (!lines[0] || !START.test(lines[0])) return lost('no identification at the start')
    const sender = lines[0].slice(0, lines[0].indexOf('#'))
    return lines.map((text) => Buffer.from(`${text.startsWith('#') ? sender : ''}${text}\r\n`, 'latin1'))
  },

  decode,
}
