import type { Packet } from '@roadbook/contracts'
import type { ReceivedMessage } from '@roadbook/event-log'
import type { WaypointRow } from '@roadbook/track-store'
import type { TrackerDate } from './clock-watch.js'
import type { KnownDevice } from './registry/known-device.js'
import type { KeptPacket } from './kept-packets.js'
import type { Lane } from './lane.js'
import type { TrackedDevice } from './tracked-device.js'

/** A batch in the pipeline. Each step adds its results. */
export interface Work {
  lane: Lane
  messages: readonly ReceivedMessage[]
  signal: AbortSignal
  packets: { message: ReceivedMessage; packet: Packet }[]
  tracks: Track[]
  /** Packets from senders that are not trusted to be the device. */
  kept: readonly KeptPacket[]
  /** Returns true if a row was stored before. */
  isRepeat?: (row: WaypointRow) => boolean
  /** Returns the rows of the same instant that were stored before. */
  besides?: (row: WaypointRow) => readonly WaypointRow[]
  /** True if rows of this batch may have been stored before without being added to trips. */
  isSuspect?: boolean
}

/** The part of a batch that concerns one device. */
export interface Track {
  device: KnownDevice
  /** Reception time of the newest packet that is trusted to be the tracker's own. */
  receivedAt: number
  /** Dates of the tracker's own clock in its packets, in order of arrival. */
  told: TrackerDate[]
  /** Every fix in order of arrival, with the values that the database will return for it. */
  rows: WaypointRow[]
  /** The device in memory. Present as soon as the device's trips include the batch. */
  tracked?: TrackedDevice
  /** Rows later than the device's state, oldest first. */
  fresh: WaypointRow[]
  /** Rows of the batch with the same instant as the device's state. */
  further: WaypointRow[]
  isSegmented: boolean
}
