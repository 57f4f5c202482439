import { type Fix, FixValidity, PacketHeader, type RejectedFrame, Topic, type TrackerEvent } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import type { DeviceVisibility } from '../device-status/index.js'
import { type DecodedFixDto, type DeviceMessageDto, VALIDITIES } from './message.dto.js'
import type { StoredMessage } from './message-reader.js'

const MAX_RAW_BYTES = 8 * 1_024
/**
 * Latest time that a `Date` can have, in milliseconds since 1970. A tracker's clock may show a later time, which `Date`
 * cannot represent.
 */
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
  location_hidden: false,
} satisfies Partial<DeviceMessageDto>

/** Returns a message as the caller is allowed to see it; undefined when it is hidden. */
export function toMessageResponse(stored: StoredMessage, visibility: DeviceVisibility): DeviceMessageDto | undefined {
  if (stored.topic === Topic.packets) return packet(stored, visibility)
  const facts = JSON.parse(stored.message.value.toString()) as TrackerEvent | RejectedFrame
  if (!visibility.isShown(facts.at)) return undefined
  const common = {
    ...NOTHING,
    received_at: iso(facts.at) ?? '',
    stored_at: iso(stored.message.appendedAt) ?? '',
    protocol: facts.protocol ?? null,
  }
  if ('rejectedBy' in facts) {
    const { reason, rejectedBy, hex } = facts
    return { ...common, kind: 'rejected', reason, rejected_by: rejectedBy, raw: hex }
  }
  const { imei: _imei, protocol: _protocol, at: _at, gateway, ...event } = facts
  return { ...common, kind: 'event', gateway, event }
}

/**
 * Returns a packet; undefined when it is hidden. If at least one fix in the packet is hidden from the caller, the raw bytes
 * and all fixes of the packet are left out.
 */
function packet({ message }: StoredMessage, visibility: DeviceVisibility): DeviceMessageDto | undefined {
  const { receivedAt, protocol, gateway, quarantined, fixes } = decodePacket(message.value)
  if (!visibility.isShown(receivedAt)) return undefined
  const isHidden = fixes.some(({ positionedAt }) => !visibility.isShown(positionedAt))
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
