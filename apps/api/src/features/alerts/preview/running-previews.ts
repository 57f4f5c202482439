import { Inject, Injectable } from '@nestjs/common'
import { Problem } from '../../../http/problems.js'
import { problem } from '../../../texts/platform.js'
import { PREVIEW_LIMITS, type PreviewLimits } from './preview-limits.js'

const RETRY_AFTER_S = 2

/** Returns the 429 of a preview that has to wait, or that a newer preview of the same user replaced. */
const busy = () =>
  new Problem('tooMany', problem('too-often-try-again-in', { seconds: RETRY_AFTER_S }), { retryAfterS: RETRY_AFTER_S })

interface Running {
  stop: AbortController
  ended: Promise<unknown>
}

/** The previews that run in this process: at most one per user, and a limited number in total. */
@Injectable()
export class RunningPreviews {
  readonly #byUser = new Map<number, Running>()

  constructor(@Inject(PREVIEW_LIMITS) private readonly limits: PreviewLimits) {}

  /**
   * Runs a preview, and stops an older one of the same user.
   * @param gone aborts when nobody waits for the preview any more
   * @param work rejects with the reason of its signal when the signal aborts
   * @throws Problem 429 when other users' previews take all places, or when a newer preview replaced this one
   */
  run<T>(userId: number, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const older = this.#byUser.get(userId)
    if (!older && this.#byUser.size >= this.limits.atOnce) throw busy()
    older?.stop.abort(busy())
    const stop = new AbortController()
    const signal = AbortSignal.any([gone, stop.signal])
    const begun = async () => {
      await older?.ended.catch(() => undefined)
      signal.throwIfAborted()
      return work(signal)
    }
    const running: Running = { stop, ended: begun().finally(() => this.end(userId, running)) }
    this.#byUser.set(userId, running)
    return running.ended as Promise<T>
  }

  private end(userId: number, running: Running): void {
    if (this.#byUser.get(userId) === running) this.#byUser.delete(userId)
  }
}
