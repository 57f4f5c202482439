import type { ReceivedMessage } from '../event-log.js'

/** Queue of the messages of one partition between the fetcher and the reader. */
export class PartitionInbox {
  readonly #waiting: ReceivedMessage[] = []
  #isEnded = false
  #failure: Error | undefined
  #isPaused = false
  #wake: () => void = () => undefined

  /** @param resume fetches more messages; called when the reader has read the waiting messages */
  constructor(
    private readonly most: number,
    private readonly resume: () => void,
  ) {}

  /**
   * Returns true if enough messages are waiting. The inbox is then also paused: the caller must not fetch until `resume`.
   */
  get isFull(): boolean {
    this.#isPaused = this.#waiting.length >= this.most
    return this.#isPaused
  }

  put(message: ReceivedMessage): void {
    if (this.#isEnded) return
    this.#waiting.push(message)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  fail(error: Error): void {
    this.#failure = error
    this.#wake()
  }

  /**
   * Yields messages until the end.
   * @throws the fetcher's failure
   */
  async *messages(): AsyncGenerator<ReceivedMessage> {
    for (;;) {
      const message = this.#waiting.shift()
      if (message) yield message
      else if (this.#failure) throw this.#failure
      else if (this.#isEnded) return
      else await this.#more()
    }
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (this.#isPaused && !this.#isEnded) {
        this.#isPaused = false
        this.resume()
      }
    })
    this.#wake = () => undefined
  }
}
