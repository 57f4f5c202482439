import type { Protocol, SessionState } from '@roadbook/protocols'

/** A tracker that is logged in here, as far as commands need to know it. One object for the whole of its session. */
export interface CommandTarget {
  /** Under which the device is registered. */
  readonly imei: string
  readonly protocol: Protocol
  /** What the connection has taught us so far, at this moment. */
  readonly state: SessionState
  /**
   * Writes to the tracker.
   * @returns false when nothing was or will be written because the session is over; bytes that merely wait are true.
   */
  send(bytes: Buffer): boolean
}

/** What a tracker answered to a command. */
export interface CommandAnswer {
  text: string
  /** The command's serial, where the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/**
 * Sends the commands that people queued to the trackers that are logged in here. Sessions tell it who comes and goes;
 * every call returns at once, asks no database and throws nothing.
 */
export interface CommandDesk {
  /** The tracker is admitted and may be written to. Not for a second sender that claims its IMEI. */
  online(target: CommandTarget): void
  /** Its session is over. A newer session of the same IMEI that came online before stays. */
  offline(target: CommandTarget): void
  /**
   * The tracker answered. The session publishes the `commandReply` event, as it does with every event: the event log
   * carries the answer, and the consumer notes it.
   * @returns the id of the command that it answers, to put into the event as `commandId`, where this gateway knows it.
   */
  replied(target: CommandTarget, reply: CommandAnswer): number | undefined
}

/** Nobody sends commands. */
export const noCommands: CommandDesk = {
  online: () => undefined,
  offline: () => undefined,
  replied: () => undefined,
}
