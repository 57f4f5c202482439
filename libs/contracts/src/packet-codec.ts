import Long from 'long'
import protobuf from 'protobufjs'
import type { AttributeValue, Fix, FixValidity } from './fix.js'
import type { LivePosition } from './live-position.js'
import { PACKET_SCHEMA } from './packet-schema.js'
import type { Packet } from './packet.js'

const root = protobuf.parse(PACKET_SCHEMA).root
const PacketMessage = root.lookupType('roadbook.Packet')
const LiveMessage = root.lookupType('roadbook.LivePosition')

/** The message bytes of a packet. Coordinates are rounded to 1e-7 degrees; the protocol carries nothing finer. */
export function encodePacket(packet: Packet): Buffer {
  const message = { ...packet, fixes: packet.fixes.map(toFixMessage) }
  return asBuffer(PacketMessage.encode(message).finish())
}

/** @throws Error when the bytes are no packet of this schema. */
export function decodePacket(bytes: Uint8Array): Packet {
  const message = PacketMessage.decode(bytes) as unknown as Wire<Packet> & { fixes: FixMessage[] }
  if (!/^\d{15}$/.test(message.imei)) throw new Error(`not a packet: IMEI ${JSON.stringify(message.imei)}`)
  return {
    imei: message.imei,
    protocol: message.protocol,
    receivedAt: Number(message.receivedAt),
    gateway: message.gateway,
    quarantined: message.quarantined,
    fixes: message.fixes.map(fromFixMessage),
  }
}

export function encodeLivePosition(position: LivePosition): Buffer {
  const { latitude, longitude, ...rest } = position
  const message = { ...rest, latitudeE7: toE7(latitude), longitudeE7: toE7(longitude) }
  return asBuffer(LiveMessage.encode(dropUndefined(message)).finish())
}

export function decodeLivePosition(bytes: Uint8Array): LivePosition {
  const message = LiveMessage.decode(bytes)
  const own = ownFields(message)
  const { latitudeE7, longitudeE7, ...rest } = own as Record<string, never>
  const numbers = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, Long.isLong(value) ? Number(value) : value]),
  )
  return dropUndefined({ ...defaultsOfLive, ...numbers, latitude: fromE7(latitudeE7), longitude: fromE7(longitudeE7) })
}

const defaultsOfLive = { deviceId: 0, imei: '', positionedAt: 0, receivedAt: 0, moving: false }

type Wire<T> = { [K in keyof T]: T[K] extends number ? number | { toString(): string } : T[K] }
type FixMessage = Record<string, unknown> & { attributes?: Record<string, AttributeMessage> }
interface AttributeMessage {
  value?: 'integer' | 'number' | 'text' | 'flag' | 'unsigned'
  integer?: unknown
  number?: number
  text?: string
  flag?: boolean
  unsigned?: unknown
}

function toFixMessage(fix: Fix): FixMessage {
  const { latitude, longitude, attributes, altitudeM, heading, odometerM, ...rest } = fix
  return dropUndefined({
    ...rest,
    altitudeM: altitudeM === undefined ? undefined : Math.round(altitudeM),
    heading: heading === undefined ? undefined : Math.round(heading),
    odometerM: odometerM === undefined ? undefined : Math.round(odometerM),
    latitudeE7: toE7(latitude),
    longitudeE7: toE7(longitude),
    attributes: attributes && mapValues(attributes, toAttributeMessage),
  })
}

function fromFixMessage(message: FixMessage): Fix {
  const own = ownFields(message)
  const number = (name: string) => (own[name] === undefined ? undefined : Number(own[name]))
  const flag = (name: string) => own[name] as boolean | undefined
  const attributes = message.attributes && Object.keys(message.attributes).length > 0
  return dropUndefined({
    positionedAt: number('positionedAt') ?? 0,
    validity: (number('validity') ?? 0) as FixValidity,
    latitude: fromE7(own.latitudeE7 as number | undefined),
    longitude: fromE7(own.longitudeE7 as number | undefined),
    altitudeM: number('altitudeM'),
    speedKph: fromFloat(number('speedKph')),
    heading: number('heading'),
    satellites: number('satellites'),
    hdop: fromFloat(number('hdop')),
    ignition: flag('ignition'),
    movement: flag('movement'),
    odometerM: number('odometerM'),
    externalBatteryMv: number('externalBatteryMv'),
    batteryMv: number('batteryMv'),
    batteryPercent: number('batteryPercent'),
    gsmSignal: number('gsmSignal'),
    event: number('event'),
    attributes: attributes ? mapValues(message.attributes ?? {}, fromAttributeMessage) : undefined,
  })
}

function toAttributeMessage(value: AttributeValue): AttributeMessage {
  if (typeof value === 'string') return { text: value }
  if (typeof value === 'boolean') return { flag: value }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { number: value }
  const integer = BigInt(value)
  if (integer > 0x7fff_ffff_ffff_ffffn) return { unsigned: longFrom(integer, true) }
  return { integer: longFrom(integer, false) }
}

function fromAttributeMessage(message: AttributeMessage): AttributeValue {
  switch (message.value) {
    case 'text':
      return message.text ?? ''
    case 'flag':
      return message.flag ?? false
    case 'number':
      return message.number ?? 0
    default: {
      const integer = BigInt(String(message.value === 'unsigned' ? message.unsigned : (message.integer ?? 0)))
      const asNumber = Number(integer)
      return Number.isSafeInteger(asNumber) ? asNumber : integer
    }
  }
}

/** Floats widen on the way back (3.4 → 3.4000000953…); seven digits is what a float holds. */
const fromFloat = (value: number | undefined) => (value === undefined ? undefined : Number(value.toPrecision(7)))
const toE7 = (degrees: number | undefined) => (degrees === undefined ? undefined : Math.round(degrees * 1e7))
const fromE7 = (value: number | undefined) => (value === undefined || value === null ? undefined : value / 1e7)
const longFrom = (value: bigint, unsigned: boolean) => Long.fromString(value.toString(), unsigned)
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Fields that were on the wire: protobufjs puts absent ones on the prototype. */
const ownFields = (message: object): Record<string, unknown> => ({ ...message })

function dropUndefined<T extends object>(value: T): T {
  for (const name of Object.keys(value) as (keyof T)[]) if (value[name] === undefined) delete value[name]
  return value
}

function mapValues<A, B>(source: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, map(value)]))
}
