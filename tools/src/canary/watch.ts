import { pause } from '@roadbook/platform'
import { type Outcome, round, type RoundOptions } from './round.js'

export interface WatchOptions extends RoundOptions {
  signal: AbortSignal
  /** Pause in milliseconds after a successful round. */
  everyMs: number
  /**
   * Called when the outcome is certain. It is certain after one successful round, or after two failed rounds in succession.
   */
  report: (outcome: Outcome) => void
}

/**
 * Makes rounds until the signal. A round is one test with one position. If a round fails, the next one follows soon, so that
 * a single slow position raises no alarm.
 */
export async function watch({ everyMs, report, ...options }: WatchOptions): Promise<void> {
  let failures = 0
  while (!options.signal.aborted) {
    const outcome = await round(options)
    if (options.signal.aborted) return
    failures = outcome.isSeen ? 0 : failures + 1
    if (failures !== 1) report(outcome)
    if (failures > 0) options.view.reconnect()
    // After a failure, the next round begins after a second. Trackers do not reconnect faster than that.
    await pause(failures === 0 ? everyMs : 1_000, options.signal)
  }
}
