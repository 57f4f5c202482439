import type { Fix, SpeedUnit } from '@roadbook/contracts'
import { putRight } from './common/put-right.js'

/**
 * The stream can no longer be split into frames, so the gateway closes the socket. The error is returned as a value and not
 * thrown.
 */
export interface FrameError {
  kind: 'frameError'
  reason: string
}

/** Result of {@link Protocol.frame} at the start of a buffer. */
export type Cut = { frame: Buffer; remaining: Buffer } | 'more' | FrameError

/**
 * A frame that cannot be used. The gateway stores it in `tracker.rejected`, unless the frame was damaged on the way. The
 * session continues.
 */
export interface DecodeError {
  kind: 'decodeError'
  reason: string
  /**
   * `checksum`: the bytes were damaged on the way, and the tracker will send them again. The gateway drops them and stores
   * nothing. `content`: the checksum is correct, but the frame cannot be decoded. Sending the frame again would not help.
   */
  cause: 'checksum' | 'content'
  /** The sender's identifier, if the protocol has no login and this frame contains one. */
  identity?: string
  /**
   * Sent as soon as the frame is durable in `tracker.rejected`. Without this reply the tracker would repeat the frame for
   * ever and never send the next one.
   */
  replyWhenRejected?: Buffer
  /**
   * Used with `checksum`: a reply that makes the tracker drop the frame. The gateway sends this reply only if the tracker
   * has sent the same damaged bytes repeatedly. The tracker itself then computes a wrong checksum, so repeating does not
   * help. Before the reply, the bytes must be durable in `tracker.rejected`.
   */
  replyWhenStuck?: Buffer
  /** The protocol's own reply for "damaged, send it again". It acknowledges nothing. */
  replyWhenDamaged?: Buffer
}

/**
 * Values that a protocol needs to decode later frames of the connection, for example its version or an offset from UTC. They
 * are stored as JSON with the packets, so that a replay of the packets can use them.
 */
export type SessionMemory = Readonly<Record<string, string | number | boolean>>

/** State of a connection. The gateway's session owns and stores it; protocols only read it. */
export interface SessionState {
  /** The identifier with which the tracker was admitted; see {@link Message.identity}. */
  identity?: string
  /**
   * Time at which the frame was received, in milliseconds since 1970 UTC. The caller sets it, because protocols do not read a
   * clock.
   */
  now: number
  /** The values that earlier frames set with {@link Message.remember}. */
  memory?: SessionMemory
  /**
   * Number of messages that the server has already sent on this connection. In protocols that number the server's messages,
   * it is the serial number of the next message.
   */
  serial?: number
  /** The device's configured local time, minutes east of UTC. */
  utcOffsetMinutes?: number
  /** The device's configured speed unit, used if the protocol does not define the unit. */
  speedUnit?: SpeedUnit
}

/** Fields that every readable frame may have. `reply` is sent only after everything that it acknowledges is durable. */
interface Message {
  /**
   * The tracker's identifier, if this frame contains one. It is an IMEI, or a vendor's number or name under which the device
   * is registered (1–20 letters, digits, `.`, `_` and `-`). Protocols without a login send it in every frame.
   */
  identity?: string
  /**
   * Name of the protocol that the tracker itself uses. Present if a forwarding server sent the frame and named that protocol.
   */
  spoken?: string
  /**
   * Positions, and telemetry without a position. Telemetry is a fix with the validity `noFix`, dated with the time of
   * reception.
   */
  fixes?: Fix[]
  information?: DeviceInformation
  /** Merged into the session's memory before the next frame is decoded. */
  remember?: SessionMemory
  /** Reply to a registered tracker. */
  reply?: Buffer
  /** Reply to an unregistered tracker, before the connection is closed. */
  refuse?: Buffer
}

/** Result of decoding one frame. */
export type Decoded =
  /** The tracker identifies itself. The gateway decides between `reply` and `refuse`. */
  | (Message & { kind: 'login'; identity: string })
  | (Message & { kind: 'packet'; fixes: Fix[] })
  /** Shows only that the tracker is alive, perhaps with telemetry. */
  | (Message & { kind: 'heartbeat' })
  /**
   * `serial` is the number of the answered command, if the protocol repeats it. Without `serial` the reply belongs to the
   * oldest command.
   */
  | (Message & { kind: 'commandReply'; text: string; serial?: number; isRefusal?: boolean })
  /** A well-formed message of a type that is not used. The message is counted by its type and kept raw for replay. */
  | (Message & { kind: 'unsupported'; messageType: string })
  | DecodeError

export interface DeviceInformation {
  iccid?: string
  firmware?: string
  settingsCrc?: string
  model?: string
}

/** A command for a tracker, in the vendor's syntax. */
export interface Command {
  text: string
  /** 1 … 65 535. The tracker repeats the number in its reply if the protocol has a field for it. */
  serial: number
}

/** The reason why a command cannot be sent, and what is allowed. */
export interface CommandError {
  kind: 'commandError'
  reason: string
}

/**
 * Commands for frequent reports with which a vehicle can be found, and for the tracker's usual settings afterwards. If a
 * tracker can report its settings, they are read before and restored afterwards. Otherwise the operator's usual interval is
 * set again.
 */
export interface ReportingCommands {
  reading?: {
    /** Requests the current settings. */
    read: string
    /**
     * Returns the command that restores the settings in the tracker's reply. Undefined if the reply does not contain them.
     */
    restore: (answer: string) => string | undefined
  }
  /**
   * Returns the command that sets the operator's usual interval again. Absent if every tracker of the protocol reports its
   * settings, because these are then restored.
   */
  usual?: (intervalS: number) => string
  /** Returns the command for frequent reports. The argument is the command that will restore the settings. */
  often: (restore: string) => string
}

/** Commands from the server to a tracker. */
export interface CommandSide {
  /**
   * Command in the vendor's syntax that helps somebody nearby to find the vehicle. If the tracker has Bluetooth, the
   * command turns it on. Otherwise it requests a fix immediately. `undo` is sent ten minutes later.
   */
  locate?: { text: string; undo?: string }
  /** Commands for the reporting interval, if trackers support them. */
  reporting?: ReportingCommands
  /**
   * Encodes a command for a logged-in tracker. Refuses a text that would break the framing on any firmware of the tracker.
   */
  encode(command: Command, session: SessionState): Buffer | CommandError
}

/** UDP: one datagram contains whole frames, and each frame contains its tracker's identifier. */
export interface DatagramSide {
  sniff(datagram: Buffer): boolean
  /** Returns the frames of one datagram, or the reason why the datagram is not valid. */
  split(datagram: Buffer): Buffer[] | FrameError
  decode(frame: Buffer, session: SessionState): Decoded
}

/** Encoder of a simulated tracker. Fixes are encoded as the protocol's usual report. */
export interface TrackerEncoder {
  /** Encodes the first bytes of a connection. Absent if the first report identifies the tracker. */
  login?(imei: string): Buffer
  /** True if the server does not reply to the login. The login then counts as accepted as soon as it is written. */
  isLoginUnanswered?: boolean
  /** Encodes one transmission (perhaps of several frames) with all fixes. */
  packet(imei: string, fixes: readonly Fix[]): Buffer
  /** Reads one reply of the server. Returns its length in bytes and whether it acknowledges what was sent. */
  readReply(buffer: Buffer, awaiting: 'login' | 'packet', records: number): { consumed: number; accepted: boolean } | 'more'
  /** True if the protocol has no acknowledgements. Written data then counts as sent. */
  isUnacknowledged?: boolean
  /** Fields of a fix that the usual report does not contain. They are lost. */
  omits?: readonly (keyof Fix)[]
  /** Returns a whole command at the start of the buffer, if there is one. Called before {@link readReply}. */
  readCommand?(buffer: Buffer): { consumed: number; text: string; serial?: number } | undefined
  /**
   * Repairs the checksum of a frame that a test has changed, so that the change reaches the decoder. `undefined` if these
   * frames have no checksum, or if the checksum cannot be repaired in place.
   */
  repairChecksum: ((frame: Buffer) => void) | undefined
  /** Encodes the device's reply to a command. */
  commandReply?(text: string, imei: string, serial?: number): Buffer
}

/** Properties of a wire protocol. */
export interface ProtocolFacts {
  /** The protocol's name, which is also the name of its folder. */
  name: string
  /**
   * True for the format of a server that forwards messages of trackers over HTTP. Such a format has no port and is not
   * recognised by its first bytes.
   */
  isForwarded?: true
  /** The customary ports. The shared port accepts every protocol as well. */
  ports: readonly number[]
  /**
   * Shows if models of this protocol include the vehicle's voltage in their usual report: all models (`always`), some, or
   * none (`never`).
   */
  reportsVoltage: 'always' | 'some' | 'never'
  /** Maximum accepted frame size, bytes. */
  maxFrameBytes: number
  /**
   * Present if the decoder itself converts the device's configured local time ({@link SessionState.utcOffsetMinutes}) to UTC.
   * If absent, {@link protocol} converts the times of all decoded fixes.
   */
  localTime?: {
    /** Default offset of these devices, minutes east of UTC. Absent: UTC. */
    standardMinutes?: number
    /** `false` if the times of positions are always in UTC. The offset then applies only to other times. */
    isOfPositions?: false
  }
}

/** Functions that read and write the protocol. */
export interface ProtocolSpeech {
  /** Decides from the first bytes of a connection if the connection uses this protocol. At most 20 bytes are needed. */
  sniff(head: Buffer): 'yes' | 'no' | 'more'
  /** Separates the first frame from the bytes after it (`remaining`). */
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
 * One wire protocol: pure functions from bytes to values and back. A protocol opens no socket, reads no clock and keeps no
 * state. A protocol returns errors as values. It never throws, whatever bytes a device sends.
 */
export type Protocol = ProtocolFacts & ProtocolSpeech

/** Assembles a protocol that also corrects the dates of all decoded fixes. */
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
