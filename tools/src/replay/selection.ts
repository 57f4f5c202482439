import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'
import { frameOfLine, frameOfMessage, type StoredFrame } from '../log/stored-frame.js'

/** Selection of stored packets. */
export interface Selection {
  /** If not empty, only packets of these trackers. */
  imeis: readonly string[]
  /** Only packets received at or after `from` and before `till`; milliseconds since 1970 UTC. */
  from?: number
  till?: number
}

/** Source of packets. It may be read several times. */
export interface FrameSource {
  /** Yields frames ordered by time. The frames of a tracker are in the order in which they were published. */
  frames(selection: Selection): AsyncIterable<StoredFrame>
}

/**
 * Tolerance in milliseconds between two times. The log is searched by the time of appending, but packets are selected by
 * their time of reception, which is earlier. Usually the difference is small. After an outage of the log it is larger, and
 * for a replayed packet there is no limit. The log is therefore always read to its end.
 */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/**
 * Returns the event log as a source of packets.
 * @param onUnusable called for each message that is not a packet. Such messages are skipped
 */
export function framesOfLog(log: LogReader, onUnusable: (reason: string) => void): FrameSource {
  return {
    async *frames(selection) {
      const { imeis, from } = selection
      const options = {
        ...(imeis.length > 0 && { keys: imeis }),
        ...(from !== undefined && { from: from - CLOCK_DIFFERENCE_MS }),
      }
      for await (const message of log.read(Topic.packets, options)) {
        let frame: StoredFrame
        try {
          frame = frameOfMessage(message)
        } catch (error) {
          onUnusable(`partition ${message.partition}, offset ${message.offset}: ${(error as Error).message}`)
          continue
        }
        if (isSelected(frame, selection)) yield frame
      }
    },
  }
}

/** Returns an exported stream as a source of packets. @throws Error with file and line of an invalid frame */
export function framesOfFile(file: string): FrameSource {
  return {
    async *frames(selection) {
      let number = 0
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        number++
        if (line.trim() === '') continue
        let frame: StoredFrame
        try {
          frame = frameOfLine(line)
        } catch (error) {
          throw new Error(`${file}:${number}: ${(error as Error).message}`, { cause: error })
        }
        if (isSelected(frame, selection)) yield frame
      }
    },
  }
}

const isSelected = ({ imei, receivedAt }: StoredFrame, { imeis, from = -Infinity, till = Infinity }: Selection): boolean =>
  (imeis.length === 0 || imeis.includes(imei)) && receivedAt >= from && receivedAt < till
