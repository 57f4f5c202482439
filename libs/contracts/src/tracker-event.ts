/** An event of a tracker's session, or a message that is not a fix. It is sent as JSON on `tracker.events`. */
export type TrackerEvent = {
  imei: string
  protocol: string
  /** Milliseconds since 1970 UTC. */
  at: number
  gateway: string
  /**
   * True if the sender is not trusted to be the tracker. The event then contains no information about the tracker and does
   * not count as a reply to a command.
   */
  isQuarantined?: boolean
} &
  /** `isForwarded` means that a forwarding server sends the tracker's messages from time to time. There is then no session. */
  (
    | { type: 'connected'; remoteAddress: string; isForwarded?: true }
    | { type: 'disconnected'; reason: string }
    | CommandReplyEvent
    | { type: 'deviceInformation'; iccid?: string; firmware?: string; settingsCrc?: string; model?: string }
    | { type: 'conflict'; remoteAddress: string }
  )

/** A tracker's reply to a command. */
export interface CommandReplyEvent {
  type: 'commandReply'
  text: string
  /** The id of the answered command, if the gateway knows it. */
  commandId?: number
  /** The serial number of the command, if the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/**
 * A notice that a command for this tracker waits in the database. The gateway with the tracker's session reads it. The
 * notice is sent as JSON on `tracker.commands`.
 */
export interface CommandNotice {
  imei: string
}

/** A frame or message that could not be used. It is kept for operators, and is sent as JSON on `tracker.rejected`. */
export interface RejectedFrame {
  imei?: string
  remoteAddress?: string
  protocol?: string
  at: number
  reason: string
  /** The bytes in hexadecimal, shortened to 4 KiB. */
  hex: string
  rejectedBy: 'gateway' | 'consumer'
}
