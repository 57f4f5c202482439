import type { Fix, SpeedUnit } from '@roadbook/contracts'
import { putRight } from './common/put-right.js'

/** The stream is out of step, so the gateway closes the socket. A value, not an exception. */
export interface FrameError {
  kind: 'frameError'
  reason: string
}

/** Result of {@link Protocol.frame} at the start of a buffer. */
export type Cut = { frame: Buffer; remaining: Buffer } | 'more' | FrameError

/** One bad frame: it goes to `tracker.rejected`, and the session continues. */
export interface DecodeError {
  kind: 'decodeError'
  reason: string
  /**
   * `checksum`: the bytes were damaged on the way and the tracker will send them again. Drop them, store nothing. `content`: the
   * checksum is correct but the frame cannot be decoded. Sending it again will not help.
   */
  cause: 'checksum' | 'content'
  /** Name of the sender, from a format without logins whose frame named it. */
  identity?: string
  /** Reply once the frame is durable in `tracker.rejected`, so that the tracker's queue is not stuck. */
  replyWhenRejected?: Buffer
  /**
   * With `checksum`: reply that makes the device drop these bytes. Sent only after the same bytes have arrived repeatedly, so
   * that the device itself must be writing them wrong, and once they are durable in `tracker.rejected`.
   */
  replyWhenStuck?: Buffer
  /** The protocol's own reply for "damaged, send it again". Never an acknowledgement. */
  replyWhenDamaged?: Buffer
}

/** Facts that a protocol needs later in the connection: its version, an offset from UTC. JSON, for replay. */
export type SessionMemory = Readonly<Record<string, string | number | boolean>>

/** State of a connection. Owned and stored by the gateway's session; protocols only read it. */
export interface SessionState {
  /** The tracker's identifier when it was admitted; see {@link Message.identity}. */
  identity?: string
  /** Time of reception of the frame, milliseconds since 1970 UTC, set by the caller: protocols do not read a clock. */
  now: number
  /** Collected from {@link Message.remember}. */
  memory?: SessionMemory
  /** Number of earlier messages of this connection: the serial number of the server's next message, where one is needed. */
  serial?: number
  /** The device's configured local time, minutes east of UTC. */
  utcOffsetMinutes?: number
  /** The device's configured speed unit, where the protocol does not fix one. */
  speedUnit?: SpeedUnit
}

/** Possible content of every readable frame. `reply` is written only after everything it acknowledges is durable. */
interface Message {
  /**
   * The tracker's identifier, when this frame contains one: its IMEI, or a vendor's number or name (1–20 letters, digits, `.`,
   * `_` and `-`) under which the device is registered. A protocol without a login sends it in every frame.
   */
  identity?: string
  /** Name of the protocol in which the tracker itself sends, where a forwarding server names it. */
  spoken?: string
  /** Positions, and telemetry without one (a `noFix` dated with the time of reception). */
  fixes?: Fix[]
  information?: DeviceInformation
  /** Merged into the session's memory before the next frame is decoded. */
  remember?: SessionMemory
  /** Reply to a registered tracker. */
  reply?: Buffer
  /** Reply to an unregistered tracker, before the connection is closed. */
  refuse?: Buffer
}

/** Meaning of one frame. */
export type Decoded =
  /** The tracker identifies itself. The gateway decides between `reply` and `refuse`. */
  | (Message & { kind: 'login'; identity: string })
  | (Message & { kind: 'packet'; fixes: Fix[] })
  /** A sign of life only, perhaps with telemetry. */
  | (Message & { kind: 'heartbeat' })
  /** `serial`: of the answered command, where the protocol repeats it. Otherwise the reply belongs to the oldest command. */
  | (Message & { kind: 'commandReply'; text: string; serial?: number; isRefusal?: boolean })
  /** A well-formed message of an unused type. Counted by type, kept raw for replay. */
  | (Message & { kind: 'unsupported'; messageType: string })
  | DecodeError

export interface DeviceInformation {
  iccid?: string
  firmware?: string
  settingsCrc?: string
  model?: string
}

/** A command to a tracker, in the vendor's syntax. */
export interface Command {
  text: string
  /** 1 … 65 535. Repeated in the tracker's reply where the protocol has a place for it. */
  serial: number
}

/** The reason why a command cannot be sent, and what is allowed. */
export interface CommandError {
  kind: 'commandError'
  reason: string
}

/**
 * Commands that make a tracker report often enough to find it, and restore its settings later. Where a tracker reports its
 * settings, they are read first. Otherwise the operator's usual interval is set again.
 */
export interface ReportingCommands {
  reading?: {
    /** Requests the current settings. */
    read: string
    /**
     * Returns the command that restores the settings in the tracker's reply, or undefined where the reply does not contain them.
     */
    restore: (answer: string) => string | undefined
  }
  /**
   * Returns the command that sets the usual interval again. Absent where settings are never changed without reading them first.
   */
  usual?: (intervalS: number) => string
  /** Returns the command for frequent reports, based on the command that restores the settings. */
  often: (restore: string) => string
}

/** Commands from the server to a tracker. */
export interface CommandSide {
  /**
   * Command that helps somebody nearby to find the vehicle, in the vendor's syntax: Bluetooth on, where available, else a fix at
   * once. `undo` is to be sent ten minutes later.
   */
  locate?: { text: string; undo?: string }
  /** Commands for the reporting interval, where trackers support them. */
  reporting?: ReportingCommands
  /** Encodes a command for a logged-in tracker. Refuses what would break the framing, whatever the tracker's firmware. */
  encode(command: Command, session: SessionState): Buffer | CommandError
}

/** UDP: one datagram contains whole frames, each with its tracker's identifier. */
export interface DatagramSide {
  sniff(datagram: Buffer): boolean
  /** Returns the frames of one datagram, or why it is not valid. */
  split(datagram: Buffer): Buffer[] | FrameError
  decode(frame: Buffer, session: SessionState): Decoded
}

/** Encoder of a simulated tracker. Fixes are encoded as the protocol's usual report. */
export interface TrackerEncoder {
  /** Encodes the first bytes of a connection. Absent where the first report identifies the tracker. */
  login?(imei: string): Buffer
  /** The login has no reply: once written it counts as accepted. */
  isLoginUnanswered?: boolean
  /** Encodes one transmission (perhaps of several frames) with all fixes. */
  packet(imei: string, fixes: readonly Fix[]): Buffer
  /** Reads the server's replies: how many bytes one reply takes and whether it acknowledges what was sent. */
  readReply(buffer: Buffer, awaiting: 'login' | 'packet', records: number): { consumed: number; accepted: boolean } | 'more'
  /** A protocol without acknowledgements: written data counts as sent. */
  isUnacknowledged?: boolean
  /** Fields of a fix that the usual report has no place for, so that they are lost. */
  omits?: readonly (keyof Fix)[]
  /** Returns a whole command at the start of the buffer, if there is one. Called before {@link readReply}. */
  readCommand?(buffer: Buffer): { consumed: number; text: string; serial?: number } | undefined
  /**
   * Repairs the checksum of a changed frame in place, so that a test's change reaches the decoder. `undefined`: these frames have
   * no checksum, or none that can be repaired in place.
   */
  repairChecksum: ((frame: Buffer) => void) | undefined
  /** Encodes the device's reply to a command. */
  commandReply?(text: string, imei: string, serial?: number): Buffer
}

/** Properties of a wire protocol. */
export interface ProtocolFacts {
  /** Also the name of its folder. */
  name: string
  /** The format of a server that forwards messages of trackers over HTTP. It has no port and no first bytes. */
  isForwarded?: true
  /** The customary ports. The shared port recognises every protocol. */
  ports: readonly number[]
  /** Models that report the vehicle's voltage: all in their usual report, some, or none. */
  reportsVoltage: 'always' | 'some' | 'never'
  /** Maximum accepted frame size, bytes. */
  maxFrameBytes: number
  /**
   * The decoder itself converts the device's configured local time ({@link SessionState.utcOffsetMinutes}) to UTC. Absent: its
   * results are converted.
   */
  localTime?: {
    /** Offset of its devices by default, minutes east of UTC. Absent: UTC. */
    standardMinutes?: number
    /** Positions are in UTC whatever is configured. The offset applies to other values. */
    isOfPositions?: false
  }
}

/** Functions that read and write the protocol. */
export interface ProtocolSpeech {
  /** Decides whether a connection with these first bytes uses this protocol. At most 20 bytes are needed. */
  sniff(head: Buffer): 'yes' | 'no' | 'more'
  /** Cuts the first frame. `remaining` starts after it. */
  frame(buffer: Buffer): Cut
  decode(frame: Buffer, session: SessionState): Decoded
  /** Absent when the protocol has no commands. */
  commands?: CommandSide
  /** Absent when the vendor has no UDP. */
  udp?: DatagramSide
  /** The tracker's side, for the simulator and for tests. */
  tracker?: TrackerEncoder
}

/**
 * One wire protocol: pure functions from bytes to values and back. It opens no socket, reads no clock, keeps no state, and never
 * throws on bytes that a device may send: errors are values.
 */
export type Protocol = ProtocolFacts & ProtocolSpeech

/** Assembles a protocol. The dates of all decoded fixes are corrected. */
export function protocol(facts: ProtocolFacts, speech: ProtocolSpeech): Protocol {
  const isUtcAlready = facts.localTime !== undefined
  const dated = ({ decode }: Pick<ProtocolSpeech, 'decode'>): ProtocolSpeech['decode'] => {
    return (frame, session) => {
      const decoded = decode(frame, session)
      if (decoded.kind !== 'decodeError' && decoded.fixes !== undefined)
        putRight(decoded.fixes, session.now, isUtcAlready ? 0 : (session.utcOffsetMinutes ?? 0))
      return decoded
    }
  }
  const { udp } = speech
  return { ...facts, ...speech, decode: dated(speech), ...(udp && { udp: { ...udp, decode: dated(udp) } }) }
}
