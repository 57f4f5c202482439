import { PacketHeader, type Packet } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage, ReceivedMessage } from '@roadbook/event-log'
import { isImei } from '@roadbook/geo'
import type { SessionMemory } from '@roadbook/protocols'
import { z } from 'zod'

/** What the connection had taught when the frame came, JSON; only of protocols that remember anything. */
const MEMORY = 'memory'

/** One packet of the event log with what is needed to decode its frame again, or to play it. */
export interface StoredFrame {
  imei: string
  protocol: string
  /** When the gateway had the whole frame, milliseconds since 1970 UTC. */
  receivedAt: number
  gateway: string
  /** The frame's bytes. Absent when whoever published the packet had none. */
  raw?: Buffer
  memory?: SessionMemory
  /** What was decoded then. Absent in a file that was not exported from a log. */
  packet?: Packet
  /** The message as it lies in the log; see `packet`. */
  message?: LogMessage
}

/** @throws Error for a message that is no packet. */
export function frameOfMessage({ key, value, headers }: ReceivedMessage): StoredFrame {
  const packet = decodePacket(value)
  const raw = headers[PacketHeader.raw]
  const memory = headers[MEMORY]
  return {
    imei: packet.imei,
    protocol: headers[PacketHeader.protocol]?.toString() ?? packet.protocol,
    receivedAt: Number(headers[PacketHeader.receivedAt]?.toString() ?? packet.receivedAt),
    gateway: packet.gateway,
    ...(raw && { raw }),
    ...(memory && { memory: JSON.parse(memory.toString()) as SessionMemory }),
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
  memory: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  packet: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  headers: z.record(z.string(), hex).optional(),
})

/**
 * A frame as one line of an exported stream: JSON with `imei`, `protocol`, `receivedAt` (ISO 8601), `gateway`, `raw`
 * (hexadecimal), `memory`; and `packet` (base64) and `headers` (hexadecimal), the message as it lies in the log beside them.
 */
export function lineOfFrame({ imei, protocol, receivedAt, gateway, raw, memory, message }: StoredFrame): string {
  const known: ReadonlySet<string> = new Set([...Object.values(PacketHeader), MEMORY])
  const others = Object.entries(message?.headers ?? {}).filter(([name]) => !known.has(name))
  return JSON.stringify({
    imei,
    protocol,
    receivedAt: new Date(receivedAt).toISOString(),
    gateway,
    raw: raw?.toString('hex'),
    memory,
    packet: message?.value.toString('base64'),
    headers: others.length > 0 ? Object.fromEntries(others.map(([name, value]) => [name, value.toString('hex')])) : undefined,
  })
}

/** The frame of a line of an exported stream; `raw` or `packet` must be there. @throws Error that says what is wrong. */
export function frameOfLine(line: string): StoredFrame {
  const { packet: value, headers, raw, memory, ...rest } = parseLine(line)
  if (!raw && !value) throw new Error('neither "raw" nor "packet"')
  const frame: StoredFrame = { ...rest, ...(raw && { raw }), ...(memory && { memory }) }
  if (!value) return frame
  const own: Record<string, Buffer> = {
    ...headers,
    ...(raw && { [PacketHeader.raw]: raw }),
    [PacketHeader.protocol]: Buffer.from(rest.protocol),
    [PacketHeader.receivedAt]: Buffer.from(String(rest.receivedAt)),
    [PacketHeader.gateway]: Buffer.from(rest.gateway),
    ...(memory && { [MEMORY]: Buffer.from(JSON.stringify(memory)) }),
  }
  return { ...frame, packet: decodePacket(value), message: { key: rest.imei, value, headers: own } }
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
