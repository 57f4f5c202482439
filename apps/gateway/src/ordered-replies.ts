import type { Duplex } from 'node:stream'

interface Slot {
  reply: Buffer | undefined
  ready: boolean
}

/**
 * The answers of one connection, in the order of the frames they answer: an answer that waits for the event log holds
 * back those behind it. A peer that does not read its answers is given up rather than buffered for.
 */
export class OrderedReplies {
  readonly #slots: Slot[] = []
  #closed = false

  constructor(
    private readonly stream: Duplex,
    private readonly unreadBytes: number,
    private readonly onUnread: () => void,
  ) {}

  get pending(): number {
    return this.#slots.length
  }

  /** An answer that confirms nothing durable: written as soon as those before it are. */
  add(reply: Buffer | undefined): void {
    this.#slots.push({ reply, ready: true })
    this.#write()
  }

  /** Keeps the place of an answer; the returned function releases it. */
  reserve(reply: Buffer | undefined): () => void {
    const slot: Slot = { reply, ready: false }
    this.#slots.push(slot)
    return () => {
      slot.ready = true
      this.#write()
    }
  }

  close(): void {
    this.#closed = true
    this.#slots.length = 0
  }

  #write(): void {
    while (this.#slots[0]?.ready) {
      const reply = this.#slots.shift()?.reply
      if (!reply || this.#closed) continue
      this.stream.write(reply)
      if (this.stream.writableLength > this.unreadBytes) return this.onUnread()
    }
  }
}
