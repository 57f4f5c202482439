import type { Protocol, SessionState } from '@roadbook/protocols'

/** A tracker that is logged in at this gateway, as commands need it. The same object for the whole session. */
export interface CommandTarget {
  /** IMEI under which the device is registered. */
  readonly imei: string
  readonly protocol: Protocol
  /** The connection's current state. */
  readonly state: SessionState
  /**
   * Writes to the tracker.
   * @returns false when the session is over, and nothing is written then; true otherwise, even if the bytes still wait
   */
  send(bytes: Buffer): boolean
}

/** A tracker's answer to a command. */
export interface CommandAnswer {
  text: string
  /** The command's serial number, if the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/**
 * Sends queued commands to the trackers that are logged in at this gateway. Sessions report logins and logouts to it. Every call
 * returns at once, queries no database and throws nothing.
 */
export interface CommandDesk {
  /** Called when a tracker is admitted and may be written to, but not for a session whose packets are set aside. */
  online(target: CommandTarget): void
  /** Called when a session is over. If the same IMEI has a newer session, that session stays. */
  offline(target: CommandTarget): void
  /**
   * Called when a tracker answers. The session publishes the `commandReply` event like any other event, and the consumer records
   * the answer.
   * @returns the id of the answered command, for the event's `commandId`; undefined if this gateway does not know it.
   */
  replied(target: CommandTarget, reply: CommandAnswer): number | undefined
}

/** A desk that sends no commands. */
export const noCommands: CommandDesk = {
  online: () => undefined,
  offline: () => undefined,
  replied: () => undefined,
}
