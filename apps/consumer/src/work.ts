import type { Packet } from '@roadbook/contracts'
import type { ReceivedMessage } from '@roadbook/event-log'
import type { WaypointRow } from '@roadbook/track-store'
import type { Told } from './clock-watch.js'
import type { KnownDevice } from './device-directory.js'
import type { KeptPacket } from './kept-packets.js'
import type { Lane } from './lane.js'
import type { TrackedDevice } from './tracked-device.js'

/** A batch on its way through the pipeline; each step fills in what it found out. */
export interface Work {
  lane: Lane
  messages: readonly ReceivedMessage[]
  signal: AbortSignal
  packets: { message: ReceivedMessage; packet: Packet }[]
  tracks: Track[]
  /** Of senders that are not believed to be the device. */
  kept: readonly KeptPacket[]
  /** Whether a row was stored already. */
  isRepeat?: (row: WaypointRow) => boolean
  /** What was stored of a row's instant before it. */
  besides?: (row: WaypointRow) => readonly WaypointRow[]
  /** What is stored already may not be in the trips yet. */
  isSuspect?: boolean
}

/** What a batch brings of one device. */
export interface Track {
  device: KnownDevice
  /** When the newest packet that is believed to be its own was received. */
  receivedAt: number
  /** What its packets tell of its clock, in the order of arrival. */
  told: Told[]
  /** Every fix, as it will be read back, in the order of arrival. */
  rows: WaypointRow[]
  /** The device in memory, once the batch is in its trips. */
  tracked?: TrackedDevice
  /** Of later instants than all that the device's state knows, oldest first. */
  fresh: WaypointRow[]
  /** Further readings of the newest instant that the device's state knows. */
  further: WaypointRow[]
  isSegmented: boolean
}
