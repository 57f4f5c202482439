import { FixValidity, Topic, type Fix, type RejectedFrame, type TrackerEvent } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { ReceivedMessage } from '@roadbook/event-log'

const WIDTH = 100
const VALIDITY = new Map<number, string>(Object.entries(FixValidity).map(([name, value]) => [value, name]))

/** Topics that can be read, by their short name on the command line. */
export const READABLE_TOPICS = { packets: Topic.packets, events: Topic.events, rejected: Topic.rejected } as const
export type ReadableTopic = (typeof READABLE_TOPICS)[keyof typeof READABLE_TOPICS]

/**
 * Describes a message in one line of at most 100 characters: the time when the log stored the message, the tracker, and the
 * content.
 */
export function describeMessage(topic: ReadableTopic, message: ReceivedMessage): string {
  const head = `${new Date(message.appendedAt).toISOString().slice(0, 19)}Z ${printable(message.key).padEnd(15)}`
  const line = `${head} ${textOf(topic, message)}`
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`
}

function textOf(topic: ReadableTopic, { value, appendedAt }: ReceivedMessage): string {
  try {
    if (topic === Topic.packets) return describePacket(value, appendedAt)
    if (topic === Topic.events) return describeEvent(JSON.parse(value.toString()) as TrackerEvent)
    return describeRejected(JSON.parse(value.toString()) as RejectedFrame)
  } catch (error) {
    return printable(`unreadable: ${(error as Error).message}`)
  }
}

function describePacket(value: Buffer, appendedAt: number): string {
  const { protocol, fixes, quarantined } = decodePacket(value)
  const last = fixes.reduce<Fix | undefined>(
    (newest, fix) => (newest && newest.positionedAt > fix.positionedAt ? newest : fix),
    undefined,
  )
  const parts = [protocol.padEnd(9), fixes.length === 1 ? ' 1 fix  ' : `${String(fixes.length).padStart(2)} fixes`]
  if (last) parts.push(timeOf(last, appendedAt), describeFix(last))
  if (quarantined) parts.push('quarantined')
  return parts.join(' ')
}

/** Returns the time of a fix. Includes the date if the log stored the message on another date. */
function timeOf({ positionedAt }: Fix, appendedAt: number): string {
  const [fix, log] = [positionedAt, appendedAt].map((at) => new Date(at).toISOString()) as [string, string]
  const time = fix.slice(11, 19)
  return fix.slice(0, 10) === log.slice(0, 10) ? time : `${fix.slice(5, 10)} ${time}`
}

function describeFix({ latitude, longitude, speedKph, validity }: Fix): string {
  const place = latitude === undefined || longitude === undefined ? 'nowhere' : `${latitude.toFixed(5)},${longitude.toFixed(5)}`
  const speed = speedKph === undefined ? '' : ` ${Math.round(speedKph)} km/h`
  return `${VALIDITY.get(validity) ?? validity} ${place}${speed}`
}

function describeEvent(event: TrackerEvent): string {
  const { imei: _imei, protocol, at: _at, gateway: _gateway, type, ...rest } = event
  const details = Object.entries(rest as Record<string, unknown>).map(([name, value]) => `${name} ${plain(value)}`)
  return printable([protocol.padEnd(9), type, ...details].join(' '))
}

function describeRejected({ protocol, reason, rejectedBy, hex }: RejectedFrame): string {
  return printable(`${(protocol ?? '').padEnd(9)} rejected by ${rejectedBy}: ${reason}${hex ? ` (${hex})` : ''}`)
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Removes control characters, because a tracker's text must not control the terminal. */
// oxlint-disable-next-line no-control-regex
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '·')
