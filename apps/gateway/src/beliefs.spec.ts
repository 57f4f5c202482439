import { aFix } from '@roadbook/testing'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { Beliefs, networkOf } from './beliefs.js'

const IMEI = '356307042441013'
const NOW = 1_763_700_000_000
const MINUTE = 60_000
const HOME = { latitude: 49.41, longitude: 8.69 }
/** 33 km from there. */
const ELSEWHERE = { latitude: 49.7, longitude: 8.7 }
const [CARRIER, STRANGER]: [string, string] = ['10.1.1.0/24', '6.6.6.0/24']

/** A tracker that was last believed at home, eight minutes ago. */
function parked({ ago = 8 * MINUTE } = {}) {
  const beliefs = new Beliefs()
  beliefs.bind(IMEI, 'teltonika')
  beliefs.of(IMEI).place = { latitudeE7: HOME.latitude * 1e7, longitudeE7: HOME.longitude * 1e7, atS: (NOW - ago) / 1_000 }
  const hear = (fixes: Fix[], { network = STRANGER, protocol = 'teltonika', now = NOW } = {}) =>
    beliefs.of(IMEI).doubt({ protocol, network, fixes, now })
  return { beliefs, hear }
}
const there = (more: Partial<Fix> = {}) => aFix({ ...ELSEWHERE, positionedAt: NOW, ...more })
const here = (more: Partial<Fix> = {}) => aFix({ ...HOME, positionedAt: NOW, ...more })

describe('what is believed of a tracker (H1, G-105)', () => {
  it('is nothing in another protocol than it is bound to, wherever it says it is', () => {
    const { hear } = parked()
    expect(hear([here()], { protocol: 'osmand' })).toBe('protocol')
    expect(hear([], { protocol: 'osmand' })).toBe('protocol')
  })

  it('is any protocol while nobody has said which it speaks', () => {
    expect(new Beliefs().of(IMEI).doubt({ protocol: 'osmand', network: STRANGER, fixes: [there()], now: NOW })).toBeUndefined()
  })

  it('is no jump from another network, in any of the fixes of a packet', () => {
    const { hear } = parked()
    expect(hear([there()])).toBe('place')
    expect(hear([here({ positionedAt: NOW - MINUTE }), there({ positionedAt: NOW - MINUTE / 2 }), here()])).toBe('place')
  })

  it('is another network of its carrier, near where it was', () => {
    const { hear } = parked()
    expect(hear([here()], { network: CARRIER })).toBeUndefined()
  })

  it('is a jump from the network that it speaks from, which what is read later judges by all of its fixes', () => {
    const { hear } = parked()
    hear([here()], { network: CARRIER })
    expect(hear([there()], { network: CARRIER })).toBeUndefined()
    expect(hear([there()])).toBe('place')
  })

  it('is wherever it wakes up after time enough to be carried there', () => {
    expect(parked({ ago: 60 * MINUTE }).hear([there()])).toBeUndefined()
  })

  it('is late data that it can have recorded, also in the order of a buffer', () => {
    const { hear } = parked()
    expect(hear([here({ positionedAt: NOW - 3 * 60 * MINUTE }), there({ positionedAt: NOW - 60 * MINUTE })])).toBeUndefined()
  })

  it.each([
    ['a fix that is dated ahead', { ...ELSEWHERE, positionedAt: NOW + 600 * MINUTE }],
    ['a fix of the year 2100', { ...ELSEWHERE, positionedAt: Date.UTC(2100, 0) }],
  ])('gives %s no more time than has passed', (_, fix) => {
    expect(parked().hear([aFix(fix)])).toBe('place')
  })

  it.each([
    ['a report without a position', aFix({ validity: FixValidity.noFix, positionedAt: NOW })],
    ['an old fix', here({ positionedAt: NOW - 60 * MINUTE })],
  ])('does not take a network for its own for %s', (_, fix) => {
    const { hear } = parked()
    expect(hear([fix])).toBeUndefined()
    expect(hear([there()])).toBe('place')
  })
})

describe('the network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:1::5', '2001:db8:7::/48'],
    ['2001:db8::5', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
