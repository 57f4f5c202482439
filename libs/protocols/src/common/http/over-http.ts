import { protocol, type Protocol, type ProtocolSpeech } from '../../protocol.js'
import { lost } from '../errors.js'

/**
 * Assembles the protocol for the format of a forwarding server. A frame is the part of a request that concerns one tracker.
 * The server has converted all times to UTC, so the device's local time is not used.
 */
export const overHttp = (name: string, maxFrameBytes: number, decode: ProtocolSpeech['decode']): Protocol =>
  protocol(
    {
      name,
      isForwarded: true,
      ports: [],
      reportsVoltage: 'some',
      maxFrameBytes,
      localTime: { isOfPositions: false },
    },
    { sniff: () => 'no', frame: () => lost('this format is read from requests only'), decode },
  )
