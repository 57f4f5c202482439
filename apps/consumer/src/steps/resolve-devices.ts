import { byReception, FixValidity, type Fix, type Packet } from '@roadbook/contracts'
import { isOfFile, type ReceivedMessage } from '@roadbook/event-log'
import { makeStored, type WaypointRow } from '@roadbook/track-store'
import { judgeFix } from '@roadbook/trips'
import { trackerDateOf } from '../clock-watch.js'
import type { Context } from '../context.js'
import type { KnownDevice } from '../registry/known-device.js'
import { isOnProbation, toKept, type KeptPacket } from '../kept-packets.js'
import type { Unusable } from '../quarantine.js'
import type { Track, Work } from '../work.js'

/**
 * Groups packets into tracks of known devices. Packets of unregistered IMEIs are rejected for operators. Packets of a file whose
 * import was undone are dropped, because nothing of an undone import may stay.
 */
export async function resolveDevices(work: Work, { directory, quarantine }: Context): Promise<void> {
  const devices = await directory.resolve(work.packets.map(({ packet }) => packet.imei))
  const tracks = new Map<string, Track>()
  const unusable: Unusable[] = []
  const kept: KeptPacket[] = []
  for (const { message, packet } of work.packets) {
    const device = deviceOf(packet, devices)
    if (!device && isOfFile(packet)) continue
    if (!device) unusable.push({ message, reason: 'unknown device: no device with this IMEI is registered' })
    else {
      if (packet.quarantined || isOnProbation(message)) kept.push(toKept(device.deviceId, message, packet))
      for (const one of byReception(packet)) addPacket(trackOf(tracks, device), one, message)
    }
  }
  await quarantine.reject(unusable)
  work.tracks = [...tracks.values()]
  work.kept = kept
}

/** Returns the device of a packet. A tracker that stands for a file has packets of files only, and others do not name it. */
function deviceOf(packet: Packet, devices: ReadonlyMap<string, KnownDevice>): KnownDevice | undefined {
  const device = devices.get(packet.imei)
  return device && (device.isHistory ?? false) === isOfFile(packet) ? device : undefined
}

function trackOf(tracks: Map<string, Track>, device: KnownDevice): Track {
  let track = tracks.get(device.imei)
  if (!track) {
    track = { device, receivedAt: 0, told: [], rows: [], fresh: [], further: [], isSegmented: false }
    tracks.set(device.imei, track)
  }
  return track
}

function addPacket(track: Track, packet: Packet, message: ReceivedMessage): void {
  // A packet that was set aside comes possibly from another sender. It does not show that the tracker is alive, nor which time
  // the tracker's clock has.
  if (!packet.quarantined) {
    track.receivedAt = Math.max(track.receivedAt, packet.receivedAt)
    const told = trackerDateOf(packet, message)
    if (told) track.told.push(told)
  }
  for (const fix of packet.fixes) track.rows.push(toRow(track.device, fix, packet))
}

/**
 * Converts a fix to a waypoint row. Sets the fix's validity by the fix's own values, and rounds the values to the resolution
 * of the database columns. Changes `fix`.
 */
export function toRow({ deviceId }: KnownDevice, fix: Fix, { receivedAt, quarantined }: Packet): WaypointRow {
  // Changes the packet's fix instead of a copy, because copying each fix would be most of the work of this step.
  fix.validity = quarantined ? FixValidity.quarantined : judgeFix(fix)
  return { deviceId, receivedAt, fix: makeStored(fix) }
}
