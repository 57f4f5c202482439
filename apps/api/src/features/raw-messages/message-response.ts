import { type Fix, FixValidity, PacketHeader, type RejectedFrame, Topic, type TrackerEvent } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { DeviceVisibility } from '../device-status/index.js'
import { type DecodedFixDto, type DeviceMessageDto, VALIDITIES } from './message.dto.js'
import type { StoredMessage } from './message-reader.js'

const MAX_RAW_BYTES = 8 * 1_024
/** The largest time of a `Date`. A tracker's clock may say anything. */
const LAST_TIME = 8.64e15

const iso = (time: number) => (Math.abs(time) <= LAST_TIME ? new Date(time).toISOString() : null)
const nameOf = new Map(VALIDITIES.map((name) => [FixValidity[name], name]))

const NOTHING = {
  protocol: null,
  gateway: null,
  raw: null,
  fixes: null,
  quarantined: false,
  event: null,
  reason: null,
  rejected_by: null,
} satisfies Partial<DeviceMessageDto>

/** A message as the caller may see it; undefined when they may not know of it. */
export function toMessageResponse(stored: StoredMessage, visibility: DeviceVisibility): DeviceMessageDto | undefined {
  if (stored.topic === Topic.packets) return packet(stored, visibility)
  const facts = JSON.parse(stored.message.value.toString()) as TrackerEvent | RejectedFrame
  const seen = visibility.at(facts.at)
  if (seen === 'absent') return undefined
  const common = {
    ...NOTHING,
    received_at: iso(facts.at) ?? '',
    stored_at: iso(stored.message.appendedAt) ?? '',
    protocol: facts.protocol ?? null,
    location_hidden: seen === 'hidden',
  }
  if ('rejectedBy' in facts) {
    const { reason, rejectedBy, hex } = facts
    return { ...common, kind: 'rejected', reason, rejected_by: rejectedBy, raw: seen === 'hidden' ? null : hex }
  }
  const { imei: _imei, protocol: _protocol, at: _at, gateway, ...event } = facts
  // What a tracker answers may hold coordinates.
  const shown = seen === 'hidden' && event.type === 'commandReply' ? { ...event, text: null } : event
  return { ...common, kind: 'event', gateway, event: shown }
}

/** The bytes hold every position, so they are as hidden as the least visible one of them. */
function packet({ message }: StoredMessage, visibility: DeviceVisibility): DeviceMessageDto | undefined {
  const { receivedAt, protocol, gateway, quarantined, fixes } = decodePacket(message.value)
  const seen = visibility.at(receivedAt)
  if (seen === 'absent') return undefined
  const isHidden = seen === 'hidden' || fixes.some(({ positionedAt }) => visibility.at(positionedAt) !== 'shown')
  const raw = message.headers[PacketHeader.raw]
  return {
    ...NOTHING,
    kind: 'packet',
    received_at: iso(receivedAt) ?? '',
    stored_at: iso(message.appendedAt) ?? '',
    protocol,
    gateway,
    quarantined,
    raw: isHidden || !raw ? null : raw.subarray(0, MAX_RAW_BYTES).toString('hex'),
    fixes: isHidden ? null : fixes.map(toFixResponse),
    location_hidden: isHidden,
  }
}

const toFixResponse = (fix: Fix): DecodedFixDto => ({
  positioned_at: iso(fix.positionedAt),
  validity: nameOf.get(fix.validity) ?? 'noFix',
  latitude: fix.latitude ?? null,
  longitude: fix.longitude ?? null,
  altitude_m: fix.altitudeM ?? null,
  speed_kph: fix.speedKph ?? null,
  heading: fix.heading ?? null,
  satellites: fix.satellites ?? null,
  hdop: fix.hdop ?? null,
  ignition: fix.ignition ?? null,
  movement: fix.movement ?? null,
  odometer_m: fix.odometerM ?? null,
  external_battery_mv: fix.externalBatteryMv ?? null,
  battery_mv: fix.batteryMv ?? null,
  battery_percent: fix.batteryPercent ?? null,
  gsm_signal: fix.gsmSignal ?? null,
  event: fix.event ?? null,
  attributes: Object.fromEntries(
    Object.entries(fix.attributes ?? {}).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  ),
})
