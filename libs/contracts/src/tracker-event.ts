/** An event of a tracker's session, or a message that is not a fix. JSON on `tracker.events`. */
export type TrackerEvent = {
  imei: string
  protocol: string
  /** Milliseconds since 1970 UTC. */
  at: number
  gateway: string
  /** From a sender that is not trusted to be the tracker. It says nothing about the tracker and does not answer our commands. */
  isQuarantined?: boolean
} &
  /** `isForwarded`: the tracker's messages come through a forwarding server, now and then; there is no session. */
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
  /** The id of the answered command, where the gateway knows it. */
  commandId?: number
  /** The serial number of the command, where the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/**
 * A notice that a command for this tracker waits in the database, for the gateway with its session. JSON on `tracker.commands`.
 */
export interface CommandNotice {
  imei: string
}

/** A frame or message that could not be used, kept for operators. JSON on `tracker.rejected`. */
export interface RejectedFrame {
  imei?: string
  remoteAddress?: string
  protocol?: string
  at: number
  reason: string
  /** The bytes in hexadecimal, cut to 4 KiB. */
  hex: string
  rejectedBy: 'gateway' | 'consumer'
}
