import type { Protocol, SessionState } from '@roadbook/protocols'

/**
 * A tracker that is logged in at this gateway, with everything that commands need. It is the same object for the whole
 * session.
 */
export interface CommandTarget {
  /** IMEI under which the device is registered. */
  readonly imei: string
  readonly protocol: Protocol
  /** The connection's current state. */
  readonly state: SessionState
  /**
   * Writes to the tracker.
   * @returns false if the session has ended; nothing is then written. True otherwise, even if the bytes are not yet on the
   *   network
   */
  send(bytes: Buffer): boolean
}

/** A tracker's reply to a command. */
export interface CommandAnswer {
  text: string
  /** The command's serial number, if the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/**
 * Sends queued commands to the trackers that are logged in at this gateway. Sessions report logins and logouts to the desk.
 * Every method returns immediately, queries no database and throws nothing.
 */
export interface CommandDesk {
  /** Called when a tracker is admitted and may be written to. It is not called for a session whose packets are set aside. */
  online(target: CommandTarget): void
  /** Called when a session has ended. If the same IMEI has a newer session, that session stays. */
  offline(target: CommandTarget): void
  /**
   * Called when a tracker replies to a command. The session publishes the `commandReply` event like any other event, and the
   * consumer process stores the reply.
   * @returns the id of the answered command, for the event's `commandId`. Undefined if this gateway does not know the id
   */
  replied(target: CommandTarget, reply: CommandAnswer): number | undefined
}

/** A desk that sends no commands. */
export const noCommands: CommandDesk = {
  online: () => undefined,
  offline: () => undefined,
  replied: () => undefined,
}
