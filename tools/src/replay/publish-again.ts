import { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage } from '@roadbook/event-log'
import { DECODERS } from '@roadbook/protocols'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { headersOfFrame, type StoredFrame } from '../log/stored-frame.js'
import { redecode } from './redecode.js'
import type { FrameSource, Selection } from './selection.js'

const BATCH = 500

/** Counts the selected packets and their trackers. */
export async function countFrames(source: FrameSource, selection: Selection): Promise<{ frames: number; trackers: number }> {
  const trackers = new Set<string>()
  let frames = 0
  for await (const { imei } of source.frames(selection)) {
    frames++
    trackers.add(imei)
  }
  return { frames, trackers: trackers.size }
}

/**
 * Publishes the selected packets again, in order for each tracker. Consumer processes then store missing waypoints and
 * recalculate the trips around them. Stored data stays unchanged. If a file contains a frame without its packet, the frame
 * is decoded first.
 * @returns the number of published packets, and the reasons why others were not published
 */
export async function publishAgain(
  log: EventLog,
  source: FrameSource,
  selection: Selection,
): Promise<{ published: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let published = 0
  let batch: LogMessage[] = []
  const flush = async () => {
    await log.publish(Topic.packets, batch)
    published += batch.length
    batch = []
  }
  for await (const frame of source.frames(selection)) {
    const message = frame.message ?? decoded(frame)
    if (typeof message === 'string') unreadable.push(`${frame.imei} ${new Date(frame.receivedAt).toISOString()}: ${message}`)
    else batch.push(message)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  return { published, unreadable }
}

function decoded(frame: StoredFrame): LogMessage | string {
  const result = redecode(frame, DECODERS)
  if ('unreadable' in result) return result.unreadable
  return { key: frame.imei, value: encodePacket(result.packet), headers: headersOfFrame(frame) }
}
