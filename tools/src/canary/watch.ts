import { pause } from '@roadbook/platform'
import { type Outcome, round, type RoundOptions } from './round.js'

export interface WatchOptions extends RoundOptions {
  signal: AbortSignal
  /** Pause after a round that ended well, milliseconds. */
  everyMs: number
  /** Called when the state is certain: at once if a round ended well, otherwise when the next round failed, too. */
  report: (outcome: Outcome) => void
}

/** Makes rounds until the signal. A round that fails is repeated at once, so that one slow position raises no alarm. */
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
