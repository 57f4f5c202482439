import { FixValidity, Topic, type Fix, type RejectedFrame, type TrackerEvent } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { ReceivedMessage } from '@roadbook/event-log'

const WIDTH = 100
const VALIDITY = new Map<number, string>(Object.entries(FixValidity).map(([name, value]) => [value, name]))

/** The topics that can be looked at, by the short name of the command line. */
export const READABLE_TOPICS = { packets: Topic.packets, events: Topic.events, rejected: Topic.rejected } as const
export type ReadableTopic = (typeof READABLE_TOPICS)[keyof typeof READABLE_TOPICS]

/** A message as one line of at most 100 characters: when the log took it, of which tracker, and what it says. */
export function describeMessage(topic: ReadableTopic, message: ReceivedMessage): string {
  const head = `${new Date(message.appendedAt).toISOString()} ${printable(message.key).padEnd(15)}`
  const line = `${head} ${textOf(topic, message)}`
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`
}

function textOf(topic: ReadableTopic, { value }: ReceivedMessage): string {
  try {
    if (topic === Topic.packets) return describePacket(value)
    if (topic === Topic.events) return describeEvent(JSON.parse(value.toString()) as TrackerEvent)
    return describeRejected(JSON.parse(value.toString()) as RejectedFrame)
  } catch (error) {
    return printable(`unreadable: ${(error as Error).message}`)
  }
}

function describePacket(value: Buffer): string {
  const { protocol, fixes, quarantined } = decodePacket(value)
  const last = fixes.reduce<Fix | undefined>(
    (newest, fix) => (newest && newest.positionedAt > fix.positionedAt ? newest : fix),
    undefined,
  )
  const parts = [protocol.padEnd(9), fixes.length === 1 ? ' 1 fix  ' : `${String(fixes.length).padStart(2)} fixes`]
  if (last) parts.push(new Date(last.positionedAt).toISOString().slice(5, 19).replace('T', ' '), describeFix(last))
  if (quarantined) parts.push('quarantined')
  return parts.join(' ')
}

function describeFix({ latitude, longitude, speedKph, validity }: Fix): string {
  const place = latitude === undefined || longitude === undefined ? 'nowhere' : `${latitude.toFixed(5)},${longitude.toFixed(5)}`
  const speed = speedKph === undefined ? '' : ` ${Math.round(speedKph)} km/h`
  return `${place}${speed} ${VALIDITY.get(validity) ?? validity}`
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

/** What a tracker sent must not steer the terminal. */
// eslint-disable-next-line no-control-regex
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '·')
