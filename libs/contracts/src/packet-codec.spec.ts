import fc from '@roadbook/testing/property'
import protobuf from 'protobufjs'
import { FixValidity, type Fix } from './fix.js'
import { decodeLivePosition, decodePacket, encodeLivePosition, encodePacket } from './packet-codec.js'
import { PACKET_SCHEMA } from './packet-schema.js'
import { byReception, type Packet } from './packet.js'

/** A general library that uses only the schema, as another reader or writer of the topics would. */
const root = protobuf.parse(PACKET_SCHEMA).root
const PacketMessage = root.lookupType('roadbook.Packet')
const LiveMessage = root.lookupType('roadbook.LivePosition')

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

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((units) => units / 1e7)
const attribute = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.double({ noNaN: true }).filter((value) => !Number.isInteger(value)),
  fc.boolean(),
  fc.string({ unit: 'grapheme' }),
)
const whole = fc.nat(0xffff_ffff)
const anyFix: fc.Arbitrary<Fix> = fc.record({
  positionedAt: fc.maxSafeInteger(),
  validity: fc.constantFrom(...Object.values(FixValidity)),
  latitude: optional(degrees(90)),
  longitude: optional(degrees(180)),
  altitudeM: optional(fc.integer({ min: -500, max: 20_000 })),
  speedKph: optional(fc.nat(65_535).map((tenths) => tenths / 10)),
  heading: optional(fc.nat(359)),
  satellites: optional(fc.nat(255)),
  hdop: optional(fc.nat(9_999).map((hundredths) => hundredths / 100)),
  ignition: optional(fc.boolean()),
  movement: optional(fc.boolean()),
  odometerM: optional(fc.maxSafeInteger().map(Math.abs)),
  externalBatteryMv: optional(whole),
  batteryMv: optional(whole),
  batteryPercent: optional(whole),
  gsmSignal: optional(whole),
  event: optional(whole),
  attributes: optional(fc.dictionary(fc.string({ unit: 'grapheme' }), attribute, { minKeys: 1 })),
})
const reception = fc.nat(Number.MAX_SAFE_INTEGER)
const fixesOfOneReception = fc.record({ fixes: fc.array(anyFix, { maxLength: 4 }) })
const history = fc
  .array(fc.tuple(anyFix, reception), { minLength: 1, maxLength: 4 })
  .map((read) => ({ fixes: read.map(([fix]) => fix), receptions: read.map(([, at]) => at) }))
const packetHead = fc.record({
  imei: fc.stringMatching(/^\d{15}$/),
  protocol: fc.string(),
  receivedAt: fc.nat(Number.MAX_SAFE_INTEGER),
  gateway: fc.string({ unit: 'grapheme' }),
  quarantined: fc.boolean(),
})
const anyPacket: fc.Arbitrary<Packet> = fc
  .tuple(packetHead, fc.oneof(fixesOfOneReception, history))
  .map(([head, read]) => ({ ...head, ...read }))

describe('the packet message', () => {
  it('comes back exactly as it was sent, with unknown values still unknown and 64-bit values whole', () => {
    expect(decodePacket(encodePacket(packet))).toEqual(packet)
  })

  it('comes back exactly as it was sent, whatever it holds', () => {
    fc.assert(fc.property(anyPacket, (any) => expect(decodePacket(encodePacket(any))).toEqual(any)))
  })

  it('leaves out what does not fit, which would come back as something else', () => {
    const fix = { positionedAt: 1, validity: FixValidity.invalidCoordinates }
    const tooFar = { ...fix, latitude: 214.8, longitude: -1193.5, altitudeM: 3e9 }
    expect(decodePacket(encodePacket({ ...packet, fixes: [tooFar] })).fixes).toEqual([fix])
  })

  it('is what every reader and writer of the schema understands', () => {
    fc.assert(
      fc.property(anyPacket, (any) => {
        const bytes = encodePacket(any)
        const again = PacketMessage.encode(PacketMessage.decode(bytes)).finish()
        expect(decodePacket(again)).toEqual(any)
      }),
    )
  })

  it('steps over fields of a later version', () => {
    const later = protobuf.parse(
      PACKET_SCHEMA.replace(
        'string protocol = 2;',
        'string protocol = 2; string note = 99; double level = 98; fixed32 seal = 97;',
      ).replace('int32 validity = 2;', 'int32 validity = 2; repeated string notes = 99;'),
    ).root
    const Later = later.lookupType('roadbook.Packet')
    const bytes = Later.encode({
      imei: packet.imei,
      note: 'x',
      level: 0.5,
      seal: 7,
      fixes: [{ validity: 1, notes: ['a', 'b'] }],
    }).finish()
    expect(decodePacket(bytes)).toMatchObject({ imei: packet.imei, fixes: [{ validity: 1 }] })
  })

  it('with history stands for a packet of each reception', () => {
    const [first, second] = packet.fixes
    const read = decodePacket(encodePacket({ ...packet, receptions: [packet.receivedAt - 9_000, packet.receivedAt] }))
    expect(byReception(read)).toEqual([
      { ...packet, receivedAt: packet.receivedAt - 9_000, fixes: [first] },
      { ...packet, fixes: [second] },
    ])
    expect(byReception(packet)).toEqual([packet])
  })

  it('refuses bytes that are no packet', () => {
    expect(() => decodePacket(Buffer.from('not a packet at all'))).toThrow()
    expect(() => decodePacket(Buffer.alloc(0))).toThrow('not a packet')
  })

  it('B2 refuses a packet that was cut off, or gives what stood before the cut, and never waits', () => {
    const bytes = encodePacket(packet)
    const decoded = (end: number) => {
      try {
        return decodePacket(bytes.subarray(0, end))
      } catch (error) {
        return error
      }
    }
    for (let end = 0; end < bytes.length; end++) {
      const result = decoded(end)
      if (!(result instanceof Error))
        expect(packet.fixes.slice(0, (result as Packet).fixes.length)).toEqual((result as Packet).fixes)
    }
  })

  it('B1 makes an error or a packet of any bytes', () => {
    const mutated = fc
      .tuple(anyPacket, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
      .map(([any, flips]) => {
        const bytes = Buffer.from(encodePacket(any))
        for (const [at, byte] of flips) bytes[at % bytes.length] = byte
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), mutated), (bytes) => {
        try {
          expect(decodePacket(bytes).imei).toMatch(/^\d{15}$/)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })

  it('takes numbers that are none for unknown', () => {
    const [fix] = decodePacket(
      encodePacket({ ...packet, fixes: [{ positionedAt: 1, validity: 0, odometerM: Infinity, latitude: NaN }] }),
    ).fixes
    expect(fix).toEqual({ positionedAt: 1, validity: 0 })
  })
})

describe('the live position message', () => {
  const position = {
    deviceId: 7,
    imei: '356307042441013',
    entityId: 12,
    businessId: 3,
    positionedAt: 1_763_700_000_000,
    receivedAt: 1_763_700_000_123,
    latitude: 49.3987654,
    longitude: 8.6724335,
    speedKph: 18.3,
    heading: 0,
    moving: false,
    ignition: true,
    odometerM: 12_482_000_123,
    externalBatteryMv: 36_500,
    satellites: 11,
    gsmSignal: 0,
    openTripId: 99,
  }

  it('comes back exactly as it was sent', () => {
    expect(decodeLivePosition(encodeLivePosition(position))).toEqual(position)
  })

  it('is what every reader and writer of the schema understands', () => {
    const again = LiveMessage.encode(LiveMessage.decode(encodeLivePosition(position))).finish()
    expect(decodeLivePosition(again)).toEqual(position)
  })

  it('keeps a device without an entity or a position apart from one at zero', () => {
    const bare = { deviceId: 7, imei: '356307042441013', positionedAt: 1, receivedAt: 2, moving: true }
    expect(Object.keys(decodeLivePosition(encodeLivePosition(bare)))).toEqual(Object.keys({ ...bare }))
  })
})
