import { forwardedName, type DecodeError, type Protocol } from '@roadbook/protocols'
import { publishEvent, publishPacket, publishRejected } from '../outgoing.js'
import { isTrackerIdentity } from '../registry/device-directory.js'
import type { SessionContext } from '../session-context.js'
import { ForwardedSpeaker } from './forwarded-speaker.js'
import { Receipt } from './receipt.js'
import { ThrottledWarning } from './throttled-warning.js'

/**
 * Result of one forwarded message:
 * - `stored`: the message is durable.
 * - `unused`: the message was understood, but contains nothing to store.
 * - `unknown`: no device is registered under its id.
 * - `refused`: the message can never be stored.
 * - `unreadable`: the message does not have the format.
 * - `unsure`: it is unknown at the moment if the device is registered.
 */
export type Outcome =
  | { result: 'stored' | 'unused' | 'unsure' }
  | { result: 'unknown' | 'refused' | 'unreadable'; reason: string }

/**
 * Minimum time in milliseconds between two `connected` events of a tracker. For a tracker's own connection, such an event is
 * published once per session. A forwarding server has no sessions of trackers, so the event is published at intervals. It
 * names the tracker's protocol, and shows an installer that the tracker reports.
 */
const CONNECTED_EVERY_MS = 60_000

/** Decodes, checks and publishes forwarded messages. */
export class Intake {
  /** Time of each tracker's last `connected` event, by IMEI. */
  readonly #introduced = new Map<string, number>()

  readonly #badIds: ThrottledWarning

  constructor(private readonly context: SessionContext) {
    this.#badIds = new ThrottledWarning(context, 'forwarded positions have an id that no device can have')
  }

  /**
   * Processes one message.
   * @returns its result, as soon as all its data is durable or will certainly not become durable
   */
  async take(format: Protocol, frame: Buffer, remoteAddress: string): Promise<Outcome> {
    const outcome = await this.#judge(format, frame, remoteAddress)
    this.context.metrics.forwardedMessages.inc({ result: outcome.result })
    return outcome
  }

  async #judge(format: Protocol, frame: Buffer, remoteAddress: string): Promise<Outcome> {
    const { directory, metrics } = this.context
    const tally = metrics.frames.tallyOf(format.name)
    const now = this.context.now()
    const decoded = format.decode(frame, { now })
    if (decoded.kind === 'decodeError') {
      tally.unreadable++
      return this.#keepUnreadable(format, frame, decoded, remoteAddress)
    }
    tally[decoded.kind]++
    const { identity = '', fixes = [], spoken } = decoded
    if (fixes.length === 0) return { result: 'unused' }
    if (!isTrackerIdentity(identity)) {
      this.#badIds.give({ id: identity.slice(0, LONGEST_ID_IN_LOG), remoteAddress })
      return { result: 'refused', reason: BAD_ID }
    }
    const found = await directory.lookUp(identity)
    const protocol = { name: forwardedName(format, spoken) }
    if (found === 'unsure') {
      metrics.logins.unsure++
      return { result: 'unsure' }
    }
    if (found === 'unknown') {
      tally.refused++
      directory.reportUnknown({ identity, protocol: protocol.name, remoteAddress })
      return { result: 'unknown', reason: UNKNOWN }
    }
    const presence = new ForwardedSpeaker(identity, protocol, remoteAddress, found, this.context)
    this.#introduce(presence, now)
    const receipt = new Receipt()
    publishPacket(this.context, { presence, fixes, frame, knows: { now }, isDatagram: false }, receipt)
    await receipt.whenDurable
    return { result: 'stored' }
  }

  /**
   * Publishes an unreadable message of a registered device for operators, in the same way as for a tracker on a connection.
   * The message would be just as unreadable if the sender repeated it, so the result is `refused`.
   */
  async #keepUnreadable(
    format: Protocol,
    frame: Buffer,
    { identity, reason }: DecodeError,
    remoteAddress: string,
  ): Promise<Outcome> {
    if (identity === undefined || !isTrackerIdentity(identity)) return { result: 'unreadable', reason }
    const found = await this.context.directory.lookUp(identity)
    if (found === 'unsure') return { result: 'unsure' }
    if (found === 'unknown') return { result: 'unknown', reason: UNKNOWN }
    const imei = found === 'known' ? identity : found.imei
    this.context.metrics.rejected.inc({ reason: 'content' })
    const receipt = new Receipt()
    publishRejected(this.context, { imei, remoteAddress, protocol: format.name, reason }, frame, receipt)
    await receipt.whenDurable
    return { result: 'refused', reason }
  }

  #introduce(speaker: ForwardedSpeaker, now: number): void {
    if (now - (this.#introduced.get(speaker.imei) ?? -Infinity) < CONNECTED_EVERY_MS) return
    this.#introduced.set(speaker.imei, now)
    publishEvent(this.context, speaker, { type: 'connected', remoteAddress: speaker.remoteAddress, isForwarded: true })
  }
}

const LONGEST_ID_IN_LOG = 64
const BAD_ID = 'the id must be 1 to 20 letters, digits, dots, - or _: the IMEI or the tracker_id of a device'
const UNKNOWN = 'no device is registered under this id'
