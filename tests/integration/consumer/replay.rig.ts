import { Topic, type Fix, type Packet } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import type { LogMessage } from '@roadbook/event-log'
import { findProtocol, type Decoded, type Protocol, type SessionState, type TrackerEncoder } from '@roadbook/protocols'
import { headersOfFrame, type StoredFrame } from '@roadbook/tools/log/stored-frame'
import { framesOfLog, type FrameSource } from '@roadbook/tools/replay/selection'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import type { ConsumerBench } from '../../support/consumer/consumer-bench.js'

export const teltonika = findProtocol('teltonika') as Protocol
const encoder = teltonika.tracker as TrackerEncoder
export const evening = utc('2025-11-20T18:00:00Z')

/** Returns a day of one vehicle. The day of each vehicle begins at another minute. */
export const dayOf = (number: number): Fix[] =>
  new TrackBuilder(new Date(utc('2025-11-20T06:00:00Z') + number * 60_000).toISOString())
    .stand(30, { everyS: 60 })
    .ride(20, 18, { everyS: 10, says: { externalBatteryMv: 36_400 } })
    .stand(60, { everyS: 300 })
    .ride(12, 22, { everyS: 10 })
    .stand(120, { everyS: 300 }).fixes

/** Fills the event log of a bench as gateways do, and lets a consumer process read it. */
export class ReplayRig {
  constructor(private readonly bench: ConsumerBench) {}

  /**
   * Publishes a frame as a gateway does. The message contains the decoded packet, the bytes of the frame, and the decoder's
   * session state.
   */
  async publishRaw(protocol: Protocol, raw: Buffer, knows: SessionState, imei: string): Promise<Decoded> {
    const { decoded, messages } = this.messagesOf(protocol, raw, knows, imei)
    if (messages.length > 0) await this.bench.log.publish(Topic.packets, messages)
    return decoded
  }

  private messagesOf(
    protocol: Protocol,
    raw: Buffer,
    knows: SessionState,
    imei: string,
  ): { decoded: Decoded; messages: LogMessage[] } {
    const decoded = protocol.decode(raw, knows)
    if (decoded.kind === 'decodeError') throw new Error(`${protocol.name}: ${decoded.reason}`)
    const { identity, now: receivedAt, memory, utcOffsetMinutes } = knows
    const frame: StoredFrame = {
      imei,
      protocol: protocol.name,
      receivedAt,
      gateway: 'gateway-1',
      raw,
      ...(identity !== undefined && identity !== imei && { identity }),
      ...(memory && { memory }),
      ...(utcOffsetMinutes !== undefined && { utcOffsetMinutes }),
    }
    const { fixes = [] } = decoded
    const packet: Packet = { imei, protocol: protocol.name, receivedAt, gateway: 'gateway-1', quarantined: false, fixes }
    const message = { key: imei, value: encodePacket(packet), headers: headersOfFrame(frame) }
    return { decoded, messages: fixes.length > 0 ? [message] : [] }
  }

  /** Publishes each fix in its own packet, which is received this many milliseconds after the fix. */
  async publishOneByOne(imei: string, fixes: readonly Fix[], receivedAfterMs: number): Promise<void> {
    const messages = fixes.flatMap((fix) => {
      const knows = { identity: imei, now: fix.positionedAt + receivedAfterMs }
      return this.messagesOf(teltonika, encoder.packet(imei, [fix]), knows, imei).messages
    })
    for (let at = 0; at < messages.length; at += 500) await this.bench.log.publish(Topic.packets, messages.slice(at, at + 500))
  }

  /**
   * Publishes a day in the way in which a tracker of any protocol sends it, including the login.
   * @returns the number of fixes published
   */
  async publishDayOf(protocol: Protocol, imei: string, fixes: readonly Fix[]): Promise<number> {
    const knows: SessionState = { identity: imei, now: fixes[0]!.positionedAt, serial: 0, utcOffsetMinutes: 0 }
    let sent = 0
    const say = async (bytes: Buffer, now: number) => {
      for (let rest = bytes; rest.length > 0;) {
        const cut = protocol.frame(rest)
        if (cut === 'more' || 'kind' in cut) throw new Error(`${protocol.name}: ${cut === 'more' ? 'half a frame' : cut.reason}`)
        knows.now = now
        const decoded = await this.publishRaw(protocol, Buffer.from(cut.frame), { ...knows }, imei)
        if (decoded.kind !== 'decodeError') {
          if (decoded.identity !== undefined) knows.identity = decoded.identity
          if (decoded.remember) knows.memory = { ...knows.memory, ...decoded.remember }
          sent += decoded.fixes?.length ?? 0
        }
        knows.serial = (knows.serial ?? 0) + 1
        rest = cut.remaining
      }
    }
    const login = protocol.tracker?.login?.(imei)
    if (login) await say(login, knows.now)
    for (let at = 0; at < fixes.length; at += 10) {
      const part = fixes.slice(at, at + 10)
      await say(protocol.tracker!.packet(imei, part), part.at(-1)!.positionedAt + 1_500)
    }
    return sent
  }

  async publishFrame(imei: string, fixes: readonly Fix[], receivedAt: number): Promise<void> {
    await this.publishRaw(teltonika, encoder.packet(imei, fixes), { identity: imei, now: receivedAt }, imei)
  }

  async publishDay(imei: string, fixes: readonly Fix[], size = 15): Promise<void> {
    for (let at = 0; at < fixes.length; at += size) {
      const part = fixes.slice(at, at + size)
      await this.publishFrame(imei, part, part.at(-1)!.positionedAt + 1_500)
    }
  }

  /** Adds a device with a stored day. A consumer process has already segmented the day into trips, and has ended. */
  async withStoredDay(number = 0): Promise<{ imei: string; deviceId: number; fixes: Fix[] }> {
    const device = await this.bench.installDevice()
    const fixes = dayOf(number)
    await this.publishDay(device.imei, fixes)
    await this.consume()
    return { ...device, fixes }
  }

  async consume(now = evening): Promise<void> {
    await this.bench.startConsumer({}, () => now)
    await this.bench.quiet()
    await this.bench.stopConsumers()
  }

  /** Source of all frames in the log. */
  get source(): FrameSource {
    return framesOfLog(this.bench.log, (reason) => {
      throw new Error(reason)
    })
  }

  async frames(imeis: readonly string[]): Promise<StoredFrame[]> {
    const frames: StoredFrame[] = []
    for await (const frame of this.source.frames({ imeis })) frames.push(frame)
    return frames
  }
}
