import { PROTOCOLS } from './registry.js'

/**
 * Trackers of families that Roadbook does not support, by their first bytes. A connection that starts with these bytes must
 * be reported as unknown. If the gateway took it for a supported protocol, it would keep the connection open, and nobody
 * would know why no data arrives.
 */
const FOREIGN: readonly (readonly [family: string, head: string | Buffer])[] = [
  ['Meiligao', Buffer.from('24240011356307042441ff50008b9b0d0a', 'hex')],
  ['Xirgo', '$$356307042441013,4001,2025/05/14,07:21:05,52.3'],
  ['Gosafe', '*GS06,356307042441013,072105140525,,SYS:G3S'],
  ['EasyTrack', '*ET,356307042441013,DW,A,19050E,071505,031F15B7'],
  ['Topflytech', Buffer.from('232301001500100356307042441013007800', 'hex')],
  ['Jointech in text', '(7591200517,P45,140525,072105,52.368823,N,'],
  ['Jointech in bytes', Buffer.from('243110003117110f4d04061103570222381380', 'hex')],
  ['GT02', Buffer.from('68682500a403563070424410130001', 'hex')],
  ['ATrack', '@P,A1B2,120,1,356307042441013,1747207265'],
  ['Galileosky', Buffer.from('01200001850246033335363330373034323434313031', 'hex')],
  ['Navtelecom', '@NTC\x01\x00\x00\x00\x00\x00\x00\x00\x13\x00'],
  ['Gator', Buffer.from('242421000635630704244101', 'hex')],
  ['Starline', '[13]$$$$'],
  ['Bitrek and others with a bare number', '356307042441013#'],
  ['Wonde Proud', '$356307042441013,20250514072105,4.895168,52.368823'],
  ['Megastek', 'STX,102110830074542,$GPRMC,072105.00,A,5222'],
  ['TK5000', '#356307042441013##1#0000#AUT#01#'],
  ['Ulbotech', Buffer.from('f8010103563070424410130000', 'hex')],
  ['Cellocator', 'MCGP\x00\x45\x05\x00\x00\x08\x01\x24'],
  ['Tramigo', Buffer.from('8000c0bdd6b70000010069006700', 'hex')],
]

describe.each(FOREIGN)('a tracker of %s', (_, head) => {
  const bytes = Buffer.isBuffer(head) ? head : Buffer.from(head, 'latin1')

  it('is taken for none of ours, over TCP or UDP', () => {
    const claims = PROTOCOLS.filter(({ sniff, udp }) => sniff(bytes.subarray(0, 20)) === 'yes' || udp?.sniff(bytes) === true)
    expect(claims.map(({ name }) => name)).toEqual([])
  })
})
