import type { Durable, Settled } from './publisher.js'

/** Destination of the replies on one connection. */
export interface Outlet extends Settled {
  write(bytes: Buffer): void
}

/** One reply in the order of its connection. It waits for the messages that it confirms. */
export class PendingReply implements Durable {
  next: PendingReply | undefined

  /** @param waitsFor number of messages that must be durable before the reply may be written */
  constructor(
    private readonly replies: OrderedReplies,
    readonly reply: Buffer | undefined,
    private waitsFor: number,
  ) {}

  get isReady(): boolean {
    return this.waitsFor === 0
  }

  durable(touched: Settled[]): void {
    this.waitsFor--
    if (this.isReady) this.replies.touch(touched)
  }
}

/**
 * Replies of one connection, in the order of their frames. If a reply waits for the event log, the replies after it wait too.
 * Replies that become ready together are written together. The replies are a linked list, so that an idle connection needs no
 * memory for them.
 */
export class OrderedReplies {
  #first: PendingReply | undefined
  #last: PendingReply | undefined
  #pending = 0
  #isTouched = false

  constructor(private readonly outlet: Outlet) {}

  get pending(): number {
    return this.#pending
  }

  /** Adds a reply that need not wait for durable data. It is written as soon as all replies before it are written. */
  add(reply: Buffer | undefined): void {
    if (this.#pending > 0) this.#append(new PendingReply(this, reply, 0))
    else if (reply) this.outlet.write(reply)
  }

  /** Reserves the place of a reply until `waitsFor` messages are durable. */
  reserve(reply: Buffer | undefined, waitsFor: number): PendingReply {
    const pending = new PendingReply(this, reply, waitsFor)
    this.#append(pending)
    return pending
  }

  /** Adds the connection to `touched`, the objects that are notified when the whole batch is durable. */
  touch(touched: Settled[]): void {
    if (this.#isTouched) return
    this.#isTouched = true
    touched.push(this.outlet)
  }

  /** Writes the replies that are ready. */
  flush(): void {
    this.#isTouched = false
    let only: Buffer | undefined
    let several: Buffer[] | undefined
    while (this.#first?.isReady) {
      const { reply } = this.#first
      this.#first = this.#first.next
      this.#pending--
      if (!reply) continue
      if (several) several.push(reply)
      else if (only) several = [only, reply]
      else only = reply
    }
    if (!this.#first) this.#last = undefined
    if (several) this.outlet.write(Buffer.concat(several))
    else if (only) this.outlet.write(only)
  }

  #append(pending: PendingReply): void {
    if (this.#last) this.#last.next = pending
    else this.#first = pending
    this.#last = pending
    this.#pending++
  }
}
