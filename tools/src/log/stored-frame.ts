import { PacketHeader, readSpeedUnit, SPEED_UNITS, type Packet, type SpeedUnit } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage, ReceivedMessage } from '@roadbook/event-log'
import { isImei } from '@roadbook/geo'
import type { SessionMemory } from '@roadbook/protocols'
import { z } from 'zod'

/**
 * A packet of the event log, with everything that is needed to decode its frame (the message on the wire) again or to play it.
 */
export interface StoredFrame {
  imei: string
  protocol: string
  /** Time when the gateway had received the whole frame, milliseconds since 1970 UTC. */
  receivedAt: number
  gateway: string
  /** Bytes of the frame. Absent if the packet was published without them. */
  raw?: Buffer
  /** Name that the tracker sent, if that is not the IMEI. */
  identity?: string
  /** Decoder state of the connection before the frame. */
  memory?: SessionMemory
  /** UTC offset of the tracker's local time that was configured when the frame came, in minutes east of UTC. */
  utcOffsetMinutes?: number
  /** Unit of the tracker's speeds that was configured when the frame came. */
  speedUnit?: SpeedUnit
  /** Transport of the frame. When absent, TCP. */
  transport?: 'udp'
  /** Packet as decoded when the frame came. Absent in a file that was not exported from a log. */
  packet?: Packet
  /** Message as stored in the log. Absent in the same case as `packet`. */
  message?: LogMessage
}

/**
 * Returns the frame of a message.
 * @throws Error for a message that is not a packet
 */
export function frameOfMessage({ key, value, headers }: ReceivedMessage): StoredFrame {
  const packet = decodePacket(value)
  const raw = headers[PacketHeader.raw]
  const text = (name: string) => headers[name]?.toString()
  const memory = text(PacketHeader.memory)
  const identity = text(PacketHeader.identity)
  const utcOffset = text(PacketHeader.utcOffsetMinutes)
  const speedUnit = readSpeedUnit(text(PacketHeader.speedUnit) ?? '')
  return {
    imei: packet.imei,
    protocol: text(PacketHeader.protocol) ?? packet.protocol,
    receivedAt: Number(text(PacketHeader.receivedAt) ?? packet.receivedAt),
    gateway: packet.gateway,
    ...(raw && { raw }),
    ...(identity !== undefined && { identity }),
    ...(memory !== undefined && { memory: JSON.parse(memory) as SessionMemory }),
    ...(utcOffset !== undefined && { utcOffsetMinutes: Number(utcOffset) }),
    ...(speedUnit !== undefined && { speedUnit }),
    ...(text(PacketHeader.transport) === 'udp' && { transport: 'udp' as const }),
    packet,
    message: { key, value, headers },
  }
}

const hex = z
  .string()
  .regex(/^([0-9a-f]{2})*$/i, 'must be hexadecimal')
  .transform((text) => Buffer.from(text, 'hex'))

const Line = z.object({
  imei: z.string().refine(isImei, 'must be an IMEI of 15 digits'),
  protocol: z.string().min(1),
  receivedAt: z.union([z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)), z.int().nonnegative()]),
  gateway: z.string().default(''),
  raw: hex.optional(),
  identity: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,20}$/, 'must be 1 to 20 letters or digits')
    .optional(),
  memory: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  utcOffsetMinutes: z.int().min(-720).max(840).optional(),
  speedUnit: z.enum(SPEED_UNITS).optional(),
  transport: z.literal('udp').optional(),
  packet: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
})

/**
 * Returns a frame as one line of an exported stream. The line is JSON with `imei`, `protocol`, `receivedAt` (ISO 8601),
 * `gateway` and `raw` (hexadecimal). It also has `identity`, `memory`, `utcOffsetMinutes`, `speedUnit` and `transport` if
 * they are present. `packet` (base64) is the message's value as stored in the log.
 */
export function lineOfFrame({ packet: _, message, receivedAt, raw, ...rest }: StoredFrame): string {
  return JSON.stringify({
    ...rest,
    receivedAt: new Date(receivedAt).toISOString(),
    raw: raw?.toString('hex'),
    packet: message?.value.toString('base64'),
  })
}

/** Returns the headers that a packet has in the log. */
export function headersOfFrame(frame: StoredFrame): Record<string, Buffer> {
  const { raw, protocol, receivedAt, gateway, identity, memory, utcOffsetMinutes, speedUnit, transport } = frame
  const texts = {
    [PacketHeader.protocol]: protocol,
    [PacketHeader.receivedAt]: String(receivedAt),
    [PacketHeader.gateway]: gateway,
    ...(identity !== undefined && { [PacketHeader.identity]: identity }),
    ...(memory && { [PacketHeader.memory]: JSON.stringify(memory) }),
    ...(utcOffsetMinutes !== undefined && { [PacketHeader.utcOffsetMinutes]: String(utcOffsetMinutes) }),
    ...(speedUnit !== undefined && { [PacketHeader.speedUnit]: speedUnit }),
    ...(transport && { [PacketHeader.transport]: transport }),
  }
  const headers = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]))
  return raw ? { [PacketHeader.raw]: raw, ...headers } : headers
}

/**
 * Returns the frame in a line of an exported stream. The line must have `raw` or `packet`. @throws Error with the reason if the
 * line is invalid
 */
export function frameOfLine(line: string): StoredFrame {
  const { packet: value, ...rest } = parseLine(line)
  if (!rest.raw && !value) throw new Error('neither "raw" nor "packet"')
  const frame = Object.fromEntries(Object.entries(rest).filter(([, field]) => field !== undefined)) as unknown as StoredFrame
  if (!value) return frame
  return { ...frame, packet: decodePacket(value), message: { key: rest.imei, value, headers: headersOfFrame(frame) } }
}

function parseLine(line: string): z.infer<typeof Line> {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw new Error('not JSON')
  }
  const result = Line.safeParse(json)
  if (result.success) return result.data
  const wrong = result.error.issues.map(({ path, message }) => (path.length > 0 ? `"${path.join('.')}": ${message}` : message))
  throw new Error(wrong.join('; '))
}
