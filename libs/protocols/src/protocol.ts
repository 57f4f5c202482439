import type { Fix, SpeedUnit } from '@roadbook/contracts'
import { putRight } from './common/put-right.js'

/** The stream cannot be trusted any more: the gateway closes the socket. A value, not an exception. */
export interface FrameError {
  kind: 'frameError'
  reason: string
}

/** What {@link Protocol.frame} finds at the start of a buffer. */
export type Cut = { frame: Buffer; rest: Buffer } | 'more' | FrameError

/** One whole frame is bad: it goes to `tracker.rejected`, the session stays. */
export interface DecodeError {
  kind: 'decodeError'
  reason: string
  /**
   * `checksum`: the bytes were damaged on the way and the tracker will send them again: drop, store nothing.
   * `content`: the checksum is right and we still cannot read it: sending it again will not help.
   */
  cause: 'checksum' | 'content'
  /** What to answer once the frame is durably in `tracker.rejected`, so that the tracker's queue is not stuck. */
  replyWhenRejected?: Buffer
  /**
   * With `checksum`: what makes the device give up these bytes. Answered only when the very same bytes have come again and
   * again, so that it is the device that writes them wrong, and they are durably in `tracker.rejected`.
   */
  replyWhenStuck?: Buffer
  /** The protocol's own words for "damaged, send it again". Never a confirmation. */
  replyWhenDamaged?: Buffer
}

/** Facts that a protocol needs again later in the connection: its version, an offset from UTC. JSON, for replay. */
export type SessionMemory = Readonly<Record<string, string | number | boolean>>

/** What a connection has taught us so far. Owned and stored by the gateway's session; protocols only read it. */
export interface SessionState {
  /** What the tracker called itself when it was admitted; see {@link Message.identity}. */
  identity?: string
  /** When the frame was received, milliseconds since 1970 UTC, given by the caller: protocols read no clock. */
  now: number
  /** What {@link Message.remember} left behind. */
  memory?: SessionMemory
  /** Messages of this connection before this one: the serial number of what the server says next, where one is wanted. */
  serial?: number
  /** The device's local time as configured for it, minutes east of UTC. */
  utcOffsetMinutes?: number
  /** In what the device sends its speed, as configured for it, where the protocol leaves that to the sender. */
  speedUnit?: SpeedUnit
}

/** What every readable frame may bring. `reply` is written only after everything it confirms is durable. */
interface Message {
  /**
   * What the tracker calls itself, when this frame says so: its IMEI, or a number or name of the maker's (1–20 letters,
   * digits, `.`, `_` and `-`) under which the device is registered. A protocol without a login names it in every frame.
   */
  identity?: string
  /** Positions, and telemetry without one (a `noFix` dated with the time of reception). */
  fixes?: Fix[]
  information?: DeviceInformation
  /** Merged into the session's memory before the next frame is decoded. */
  remember?: SessionMemory
  /** The answer to a tracker that is registered. */
  reply?: Buffer
  /** The answer to one that is not, before the connection is closed. */
  refuse?: Buffer
}

/** What one frame means. */
export type Decoded =
  /** The tracker names itself; `reply` and `refuse` are what to answer, which one is the gateway's decision. */
  | (Message & { kind: 'login'; identity: string })
  | (Message & { kind: 'packet'; fixes: Fix[] })
  /** Nothing but a sign of life, perhaps with telemetry. */
  | (Message & { kind: 'heartbeat' })
  /** `serial`: of the command that it answers, where the protocol repeats it; else it answers the oldest one. */
  | (Message & { kind: 'commandReply'; text: string; serial?: number; isRefusal?: boolean })
  /** A well-formed message of a type that we do not use; counted by type, kept raw for replay. */
  | (Message & { kind: 'unsupported'; messageType: string })
  | DecodeError

export interface DeviceInformation {
  iccid?: string
  firmware?: string
  settingsCrc?: string
  model?: string
}

/** A command to a tracker, in the maker's own words. */
export interface Command {
  text: string
  /** 1 … 65 535: repeated by the tracker in its answer where the protocol has a place for it. */
  serial: number
}

/** Why a command cannot be sent as it is: what is wrong and what is allowed. */
export interface CommandError {
  kind: 'commandError'
  reason: string
}

/**
 * Asks a tracker to report as often as helps to find it, and puts back what was set. Where trackers tell what is set, that is read first;
 * where they do not, what the operator says is usual is set again.
 */
export interface ReportingCommands {
  reading?: {
    /** Asks what is set. */
    read: string
    /** The command that puts back what the tracker answered; undefined where the answer does not say it. */
    restore: (answer: string) => string | undefined
  }
  /** The command that sets what is usual again; absent where settings are never changed unread. */
  usual?: (intervalS: number) => string
  /** The command that makes it report often, of the settings that are put back later. */
  often: (restore: string) => string
}

/** What the server can tell a tracker. */
export interface CommandSide {
  /**
   * What helps somebody who stands near to find the vehicle, in the maker's words: Bluetooth on, where the trackers have it,
   * else a fix at once. `undo` is to be sent ten minutes later.
   */
  locate?: { text: string; undo?: string }
  /** How often it reports, where trackers can be told. */
  reporting?: ReportingCommands
  /** The bytes for a tracker that is logged in. Refuses what would break the framing, whatever the tracker's firmware. */
  encode(command: Command, session: SessionState): Buffer | CommandError
}

/** UDP: one datagram carries whole frames, each of which names its tracker. */
export interface DatagramSide {
  sniff(datagram: Buffer): boolean
  /** The frames of one datagram, or why it is none of ours. */
  split(datagram: Buffer): Buffer[] | FrameError
  decode(frame: Buffer, session: SessionState): Decoded
}

/** What a simulated tracker is told to send. Fixes are encoded as the protocol's usual report. */
export interface TrackerEncoder {
  /** The first bytes of a connection; absent where the first report is the introduction. */
  login?(imei: string): Buffer
  /** The login has no answer: what was written is taken. */
  isLoginUnanswered?: boolean
  /** One transmission (perhaps of several frames) with all fixes. */
  packet(imei: string, fixes: readonly Fix[]): Buffer
  /** Reads the server's answers: how many bytes one answer takes and whether it confirms what was sent. */
  readReply(buffer: Buffer, awaiting: 'login' | 'packet', records: number): { consumed: number; accepted: boolean } | 'more'
  /** A protocol without acknowledgements: what was written counts as sent. */
  isUnacknowledged?: boolean
  /** Fields of a fix that the usual report has no place for, so that it does not come back. */
  omits?: readonly (keyof Fix)[]
  /** A whole command at the start of the buffer, if there is one. Asked before {@link readReply}. */
  readCommand?(buffer: Buffer): { consumed: number; text: string; serial?: number } | undefined
  /**
   * Makes a changed frame's checksum right again, in place, so that a test's change reaches the decoder. `undefined`: these
   * frames have no checksum, or none that can be mended in place.
   */
  repairChecksum: ((frame: Buffer) => void) | undefined
  /** The device's answer to a command. */
  commandReply?(text: string, imei: string, serial?: number): Buffer
}

/** What a wire protocol is. */
export interface ProtocolFacts {
  /** Also the name of its folder. */
  name: string
  /** The customary ports; the shared port recognises every protocol. */
  ports: readonly number[]
  /** Whether its trackers tell the voltage of the vehicle: every model in its usual report, some models, or none. */
  tellsVoltage: 'always' | 'some' | 'never'
  /** Largest frame that is accepted, bytes. */
  maxFrameBytes: number
  /**
   * The decoder itself makes UTC of a local time that is configured for the device ({@link SessionState.utcOffsetMinutes}).
   * Absent: that is done with what it decoded.
   */
  localTime?: {
    /** What its devices send while nothing is configured, minutes east of UTC; absent: UTC. */
    standardMinutes?: number
    /** Positions are UTC whatever is configured: the offset is of something else. */
    isOfPositions?: false
  }
}

/** How it is spoken. */
export interface ProtocolSpeech {
  /** Whether a connection that begins with these bytes speaks this protocol; at most 20 bytes are needed. */
  sniff(head: Buffer): 'yes' | 'no' | 'more'
  /** Cuts the first frame. `rest` starts behind it. */
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
 * One wire protocol: pure functions from bytes to values and back. It opens no socket, reads no clock, keeps no state.
 * Nothing here throws on bytes that a device may send: errors are values.
 */
export type Protocol = ProtocolFacts & ProtocolSpeech

/** Puts a protocol together; whatever is decoded goes out with its dates put right. */
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
