import type { Protocol, SessionState } from '@roadbook/protocols'

/** A tracker that is logged in here, as commands need it. The same object for the whole session. */
export interface CommandTarget {
  /** IMEI under which the device is registered. */
  readonly imei: string
  readonly protocol: Protocol
  /** The connection's current state. */
  readonly state: SessionState
  /**
   * Writes to the tracker.
   * @returns false when nothing is written because the session is over; true also while bytes wait.
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
 * Sends queued commands to the trackers that are logged in here. Sessions report logins and logouts. Every call returns at once,
 * queries no database and throws nothing.
 */
export interface CommandDesk {
  /** Called when a tracker is admitted and may be written to, but not for a second sender that claims its IMEI. */
  online(target: CommandTarget): void
  /** Called when a session is over. A newer session of the same IMEI stays. */
  offline(target: CommandTarget): void
  /**
   * Called when a tracker answers. The session publishes the `commandReply` event like any other event, and the consumer records
   * it.
   * @returns the id of the answered command, for the event's `commandId`, if this gateway knows it.
   */
  replied(target: CommandTarget, reply: CommandAnswer): number | undefined
}

/** A desk that sends no commands. */
export const noCommands: CommandDesk = {
  online: () => undefined,
  offline: () => undefined,
  replied: () => undefined,
}
