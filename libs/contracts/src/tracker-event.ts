/** What happened to a tracker's session, or what it said that is no fix. JSON on `tracker.events`. */
export type TrackerEvent = {
  imei: string
  protocol: string
  /** Milliseconds since 1970 UTC. */
  at: number
  gateway: string
  /** From a sender that is not believed to be the tracker: it tells nothing of it, and answers nothing that we asked. */
  isQuarantined?: boolean
} & (
  | { type: 'connected'; remoteAddress: string }
  | { type: 'disconnected'; reason: string }
  | CommandReplyEvent
  | { type: 'deviceInformation'; iccid?: string; firmware?: string; settingsCrc?: string; model?: string }
  | { type: 'conflict'; remoteAddress: string }
)

/** What a tracker answered to a command. */
export interface CommandReplyEvent {
  type: 'commandReply'
  text: string
  /** The id of the command that it answers, where the gateway knows it. */
  commandId?: number
  /** The serial number of the command, where the protocol repeats it. */
  serial?: number
  isRefusal?: boolean
}

/** JSON on `tracker.commands`: a command of this tracker waits in the database; whoever holds its session should look. */
export interface CommandNotice {
  imei: string
}

/** A frame or message that nobody could use, kept for operators. JSON on `tracker.rejected`. */
export interface RejectedFrame {
  imei?: string
  remoteAddress?: string
  protocol?: string
  at: number
  reason: string
  /** The bytes, hexadecimal, cut to 4 KiB. */
  hex: string
  rejectedBy: 'gateway' | 'consumer'
}
