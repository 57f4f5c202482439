import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common'
import { RequestDatabase } from '../../../../database/request-database.js'
import { type ChallengeOutcome, judgeChallenge } from './challenge.js'
import { PossessionRepository } from '../possession.repository.js'

/**
 * Interval between two checks. It is much shorter than the silence that a challenge requires. A message during the silence is
 * therefore seen before a later message replaces it.
 */
const LOOK_EVERY_MS = 2_000

/**
 * Watches trackers while a challenge runs (see `Challenge`). A challenge belongs to the process that started it. If that process
 * ends, the challenge is interrupted and the claimant has to start again.
 */
@Injectable()
export class ChallengeWatch implements OnApplicationShutdown {
  readonly #logger = new Logger(ChallengeWatch.name)
  readonly #timers = new Map<number, NodeJS.Timeout>()

  constructor(
    private readonly database: RequestDatabase,
    private readonly possession: PossessionRepository,
  ) {}

  over(challengeId: number, settle: (claimId: number, outcome: ChallengeOutcome) => Promise<void>): void {
    const again = () =>
      this.#timers.set(
        challengeId,
        setTimeout(() => void look(), LOOK_EVERY_MS),
      )
    const look = async () => {
      try {
        const watched = await this.database.read('all', (transaction) => this.possession.running(transaction, challengeId))
        if (!this.#timers.delete(challengeId) || !watched) return
        const { began_at, on_at, ends_at, last_word, now } = watched
        const moments = { beganAt: began_at.getTime(), onAt: on_at.getTime(), endsAt: ends_at.getTime() }
        const outcome = judgeChallenge(moments, last_word?.getTime() ?? null, now.getTime())
        if (outcome) await settle(watched.claim_id, outcome)
        else again()
      } catch (error) {
        // A message may have been missed while the check failed. Its outcome would not be reliable, so the watch ends without
        // one.
        this.#timers.delete(challengeId)
        this.#logger.warn({ err: error, challenge: challengeId }, 'could not watch a challenge')
      }
    }
    again()
  }

  onApplicationShutdown(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
