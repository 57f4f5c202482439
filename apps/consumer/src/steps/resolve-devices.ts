import { FixValidity, type Fix, type Packet } from '@roadbook/contracts'
import { makeStored, type WaypointRow } from '@roadbook/track-store'
import { judgeFix } from '@roadbook/trips'
import type { Context } from '../context.js'
import type { KnownDevice } from '../device-directory.js'
import type { Unusable } from '../quarantine.js'
import type { Track, Work } from '../work.js'

/** Packets → tracks of known devices. Packets of an IMEI that nobody registered go to the operators. */
export async function resolveDevices(work: Work, { directory, quarantine }: Context): Promise<void> {
  const devices = await directory.resolve(work.packets.map(({ packet }) => packet.imei))
  const tracks = new Map<string, Track>()
  const unusable: Unusable[] = []
  for (const { message, packet } of work.packets) {
    const device = devices.get(packet.imei)
    if (device) addPacket(trackOf(tracks, device), packet)
    else unusable.push({ message, reason: 'unknown device: no device with this IMEI is registered' })
  }
  await quarantine.reject(unusable)
  work.tracks = [...tracks.values()]
}

function trackOf(tracks: Map<string, Track>, device: KnownDevice): Track {
  let track = tracks.get(device.imei)
  if (!track) {
    track = { device, receivedAt: 0, rows: [], fresh: [], isSegmented: false }
    tracks.set(device.imei, track)
  }
  return track
}

function addPacket(track: Track, packet: Packet): void {
  track.receivedAt = Math.max(track.receivedAt, packet.receivedAt)
  for (const fix of packet.fixes) track.rows.push(toRow(track.device, fix, packet))
}

/** A fix as the waypoints hold it: judged by what it says itself, in the resolution of the columns. Changes `fix`. */
export function toRow({ deviceId }: KnownDevice, fix: Fix, { receivedAt, quarantined }: Packet): WaypointRow {
  // The packet was decoded for us alone; a copy of every fix is what this step would spend most of its time on.
  fix.validity = quarantined ? FixValidity.quarantined : judgeFix(fix)
  return { deviceId, receivedAt, fix: makeStored(fix) }
}
