import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'
import { frameOfLine, frameOfMessage, type StoredFrame } from '../log/stored-frame.js'

/** Selection of stored packets. */
export interface Selection {
  /** Only packets of these trackers. When empty, those of all trackers. */
  imeis: readonly string[]
  /** Only packets received at or after `from` and before `till`; milliseconds since 1970 UTC. */
  from?: number
  till?: number
}

/** Source of packets. It may be read several times. */
export interface FrameSource {
  /** Yields frames in order for each tracker, and across trackers by time. */
  frames(selection: Selection): AsyncIterable<StoredFrame>
}

/**
 * Tolerance in milliseconds between two times. The log is searched by the time of appending, and packets are selected by the
 * time of reception. Packets are received before they are appended. Usually the difference is a moment. After an outage of
 * the log it is longer, and for a replayed packet it can be any time. The log is therefore read to its end.
 */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/**
 * Returns the event log as a source of packets.
 * @param onUnusable called for messages that are not packets, which are skipped
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
