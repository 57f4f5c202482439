import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'
import { frameOfLine, frameOfMessage, type StoredFrame } from '../log/stored-frame.js'

/** Which stored packets are meant. */
export interface Selection {
  /** Empty: all. */
  imeis: readonly string[]
  /** Received at or after, and before; milliseconds since 1970 UTC. */
  from?: number
  till?: number
}

/** Where packets come from. May be read several times. */
export interface FrameSource {
  /** In order for each tracker, across trackers by time. */
  frames(selection: Selection): AsyncIterable<StoredFrame>
}

/**
 * The log is found by the time of appending, a packet is chosen by the time of reception, which comes before: a moment as a
 * rule, longer behind an outage of the log, any time for a packet that was replayed. So the log is read to its end.
 */
const CLOCK_DIFFERENCE_MS = 10 * 60_000

/**
 * The packets of the event log.
 * @param onUnusable told of messages that are no packets, which are passed over.
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

/** The packets of an exported stream. @throws Error naming file and line of what is no frame. */
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
