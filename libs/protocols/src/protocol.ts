import type { Fix } from '@roadbook/contracts'

/** The stream cannot be trusted any more: the gateway closes the socket. A value, not an exception. */
export interface FrameError {
  kind: 'frameError'
  reason: string
}

/** One whole frame is bad: it goes to `tracker.rejected`, the session stays. */
export interface DecodeError {
  kind: 'decodeError'
  reason: string
  /**
   * `checksum`: the bytes were damaged on the way and the tracker will send them again: drop, answer nothing.
   * `content`: the checksum is right and we still cannot read it: sending it again will not help.
   */
  cause: 'checksum' | 'content'
  /** What to answer once the frame is durably in `tracker.rejected`, so that the tracker's queue is not stuck. */
  replyWhenRejected?: Buffer
}

/** What a connection has taught us so far. Owned and stored by the gateway's session; protocols only read it. */
export interface SessionState {
  imei?: string
  /** Milliseconds since 1970 UTC, given by the caller: protocols read no clock. */
  now: number
}

/** What one frame means. `reply` is written only after everything it confirms is durable. */
export type Decoded =
  /** The tracker names itself. `accept` and `refuse` are what to answer; which one is the gateway's decision. */
  | { kind: 'login'; imei: string; accept?: Buffer; refuse?: Buffer }
  /** `imei` when the frame itself carries it. */
  | { kind: 'packet'; imei?: string; fixes: Fix[]; information?: DeviceInformation; reply?: Buffer }
  | { kind: 'heartbeat'; reply?: Buffer }
  | { kind: 'commandReply'; text: string; imei?: string; isRefusal?: boolean }
  /** A well-formed message of a type that we do not use; counted by type. */
  | { kind: 'unsupported'; messageType: string; reply?: Buffer }
  | DecodeError

export interface DeviceInformation {
  iccid?: string
  firmware?: string
  settingsCrc?: string
  model?: string
}

/** A command to a tracker, as the api queued it. */
export interface Command {
  text: string
}

/** What a simulated tracker is told to send. Fixes are encoded as the protocol's usual report. */
export interface TrackerEncoder {
  login(imei: string): Buffer
  packet(imei: string, fixes: readonly Fix[]): Buffer
  /** Reads the server's answers: how many bytes one answer takes and whether it confirms what was sent. */
  readReply(buffer: Buffer, awaiting: 'login' | 'packet', records: number): { consumed: number; accepted: boolean } | 'more'
  /** A whole command at the start of the buffer, if there is one. Asked before {@link readReply}. */
  readCommand?(buffer: Buffer): { consumed: number; text: string } | undefined
  /** The device's answer to a command. */
  commandReply?(text: string): Buffer
}

/**
 * One wire protocol: pure functions from bytes to values and back. It opens no socket, reads no clock, keeps no state.
 * Nothing here throws on bytes that a device may send: errors are values.
 */
export interface Protocol {
  /** Also the name of its folder. */
  name: string
  /** The customary ports; the shared port recognises every protocol. */
  ports: readonly number[]
  /** Largest frame that is accepted, bytes. */
  maxFrameBytes: number
  /** Whether a connection that begins with these bytes speaks this protocol; at most 20 bytes are needed. */
  sniff(head: Buffer): 'yes' | 'no' | 'more'
  /** Cuts the first frame. `rest` starts behind it. `skipped` bytes of keep-alive before it belong to no frame. */
  frame(buffer: Buffer): { frame: Buffer; rest: Buffer } | 'more' | FrameError
  decode(frame: Buffer, session: SessionState): Decoded
  /** A command as bytes for the tracker; absent when the protocol has no commands. */
  encode?(command: Command, session: SessionState): Buffer
  /** The tracker's side, for the simulator and for tests. */
  tracker?: TrackerEncoder
}
