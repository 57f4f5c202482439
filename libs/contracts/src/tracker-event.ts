/** What happened to a tracker's session, or what it said that is no fix. JSON on `tracker.events`. */
export type TrackerEvent = {
  imei: string
  protocol: string
  /** Milliseconds since 1970 UTC. */
  at: number
  gateway: string
} & (
  | { type: 'connected'; remoteAddress: string }
  | { type: 'disconnected'; reason: string }
  | { type: 'commandReply'; text: string }
  | { type: 'deviceInformation'; iccid?: string; firmware?: string; settingsCrc?: string; model?: string }
  | { type: 'conflict'; remoteAddress: string }
)

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
