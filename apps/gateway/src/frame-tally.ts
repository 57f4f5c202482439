import { Counter, type Registry } from 'prom-client'

const RESULTS = [
  'login',
  'packet',
  'heartbeat',
  'commandReply',
  'unsupported',
  'damaged',
  'unreadable',
  'untrusted',
  'refused',
  'unnamed',
] as const
export type FrameResult = (typeof RESULTS)[number]

/**
 * Number of frames of one protocol by result. These are plain numbers and no Prometheus counters, because they change with
 * every frame.
 */
export type FrameTally = Record<FrameResult, number>

/**
 * Maximum number of message types per protocol that have their own label in the metrics. Senders may invent types, and
 * each label takes memory.
 */
const TYPES_PER_PROTOCOL = 40

/** Counts frames in plain numbers, and passes these to Prometheus when it collects them. */
export class FrameTallies {
  readonly #tallies = new Map<string, FrameTally>()
  readonly #unsupported = new Map<string, Map<string, number>>()

  constructor(registers: Registry[]) {
    const tallies = this.#tallies
    const unsupported = this.#unsupported
    new Counter({
      name: 'gateway_frames_total',
      help: 'Frames by what became of them',
      labelNames: ['protocol', 'result'],
      registers,
      collect() {
        this.reset()
        for (const [protocol, tally] of tallies)
          for (const result of RESULTS) if (tally[result] > 0) this.inc({ protocol, result }, tally[result])
      },
    })
    new Counter({
      name: 'gateway_unsupported_total',
      help: 'Well-formed messages of types that are not used',
      labelNames: ['protocol', 'type'],
      registers,
      collect() {
        this.reset()
        for (const [protocol, types] of unsupported) for (const [type, count] of types) this.inc({ protocol, type }, count)
      },
    })
  }

  tallyOf(protocol: string): FrameTally {
    let tally = this.#tallies.get(protocol)
    if (!tally) this.#tallies.set(protocol, (tally = Object.fromEntries(RESULTS.map((result) => [result, 0])) as FrameTally))
    return tally
  }

  unsupported(protocol: string, messageType: string): void {
    let types = this.#unsupported.get(protocol)
    if (!types) this.#unsupported.set(protocol, (types = new Map<string, number>()))
    const isNamed = types.has(messageType) || (types.size < TYPES_PER_PROTOCOL && /^[\w./:-]{1,24}$/.test(messageType))
    const type = isNamed ? messageType : 'other'
    types.set(type, (types.get(type) ?? 0) + 1)
  }
}
