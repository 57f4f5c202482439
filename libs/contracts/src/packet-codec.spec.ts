import { FixValidity } from './fix.js'
import { decodeLivePosition, decodePacket, encodeLivePosition, encodePacket } from './packet-codec.js'
import type { Packet } from './packet.js'

const packet: Packet = {
  imei: '356307042441013',
  protocol: 'teltonika',
  receivedAt: 1_763_700_000_123,
  gateway: 'gateway-1',
  quarantined: false,
  fixes: [
    {
      positionedAt: 1_763_700_000_000,
      validity: FixValidity.valid,
      latitude: -49.3987654,
      longitude: 8.6724335,
      altitudeM: -12,
      speedKph: 17.4,
      heading: 359,
      satellites: 11,
      hdop: 0.9,
      ignition: false,
      movement: true,
      odometerM: 12_482_000_123,
      externalBatteryMv: 36_500,
      batteryMv: 4_012,
      batteryPercent: 87,
      gsmSignal: 4,
      event: 239,
      attributes: {
        io78: 18_446_744_073_709_551_615n,
        io72: -55.5,
        sleepMode: 0,
        vin: 'WVW',
        io77: -9_007_199_254_740_993n,
        towing: true,
      },
    },
    { positionedAt: 1_763_700_010_000, validity: FixValidity.noFix },
  ],
}

describe('the packet message', () => {
  it('comes back exactly as it was sent, with unknown values still unknown and 64-bit values whole', () => {
    expect(decodePacket(encodePacket(packet))).toEqual(packet)
  })

  it('refuses bytes that are no packet', () => {
    expect(() => decodePacket(Buffer.from('not a packet at all'))).toThrow()
    expect(() => decodePacket(Buffer.alloc(0))).toThrow('not a packet')
  })
})

describe('the live position message', () => {
  it('comes back exactly as it was sent', () => {
    const position = {
      deviceId: 7,
      imei: '356307042441013',
      entityId: 12,
      businessId: 3,
      positionedAt: 1_763_700_000_000,
      receivedAt: 1_763_700_000_123,
      latitude: 49.3987654,
      longitude: 8.6724335,
      speedKph: 18,
      heading: 0,
      moving: false,
      openTripId: 99,
    }
    expect(decodeLivePosition(encodeLivePosition(position))).toEqual(position)
  })

  it('keeps a device without an entity or a position apart from one at zero', () => {
    const position = { deviceId: 7, imei: '356307042441013', positionedAt: 1, receivedAt: 2, moving: true }
    expect(decodeLivePosition(encodeLivePosition(position))).toEqual(position)
  })
})
