import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { Counter, type Registry } from 'prom-client'
import { z } from 'zod'
import { API_LOGGER, API_METRICS } from '../configuration.js'
import { type Job, JobQueue } from '../jobs/index.js'
import { SourceFailure } from '../outside/ask-outside.js'
import { SourceStateRepository } from '../outside/source-state.repository.js'
import { unlessAborted } from '../outside/unless-aborted.js'
import { MatchQueueRepository, type WaitingTrip } from './match-queue.repository.js'
import { ROAD_MATCHER, type RoadMatcher } from './road-matcher.js'

/** This job runs every minute in one process, and takes most of that minute. */
export const MATCH_ROADS: Job<Record<string, never>> = {
  kind: 'match-roads',
  payload: z.object({}).strip(),
  attempts: 1,
  retryAfterS: 60,
  retryMaxS: 60,
  expireInS: 180,
  concurrency: 1,
  cron: '* * * * *',
}

/**
 * Milliseconds after which one job takes no further trips. Users do not wait for a match, so the remaining trips can wait for
 * the next minute.
 */
const FOR_MS = 50_000
/** Number of trips that one step selects. */
const AHEAD = 20

/**
 * Computes the road distance of trips, one after the other. Uses the region's file, or the operator's Valhalla or OSRM at the
 * configured rate. Waiting trips and results are rows in the database, so a process that ends loses nothing. While a service
 * is unavailable, nothing is requested from it, and everything else continues.
 */
@Injectable()
export class MatchRoads implements OnModuleInit, OnModuleDestroy {
  readonly #ending = new AbortController()
  private readonly trips: Counter<'result'>

  constructor(
    private readonly queue: JobQueue,
    private readonly waiting: MatchQueueRepository,
    private readonly state: SourceStateRepository,
    @Inject(ROAD_MATCHER) private readonly matcher: RoadMatcher | undefined,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_METRICS) registry: Registry,
  ) {
    this.trips = new Counter({
      name: 'road_matches_total',
      help: 'Trips that were laid on roads',
      labelNames: ['result'],
      registers: [registry],
    })
  }

  onModuleInit(): void {
    const { matcher } = this
    // If no matcher is configured now, removes the schedule, because it may remain from an earlier configuration.
    if (matcher)
      this.queue.handle(MATCH_ROADS, (_, { signal }) => this.run(matcher, AbortSignal.any([signal, this.#ending.signal])))
    else this.queue.handle({ ...MATCH_ROADS, cron: undefined }, () => Promise.resolve())
  }

  /** Aborts the running job, because the process does not wait for matches when it stops. */
  onModuleDestroy(): void {
    this.#ending.abort()
  }

  private async run(matcher: RoadMatcher, signal: AbortSignal): Promise<void> {
    const till = Date.now() + FOR_MS
    await this.waiting.walk()
    for (let trips = await this.waiting.next(AHEAD); trips.length > 0; trips = await this.waiting.next(AHEAD))
      for (const trip of trips) if (signal.aborted || Date.now() > till || !(await this.match(matcher, trip, signal))) return
  }

  /** @returns false when the service is unavailable, or the process ends */
  private async match(matcher: RoadMatcher, trip: WaitingTrip, signal: AbortSignal): Promise<boolean> {
    try {
      const points = await this.waiting.pointsOf(trip)
      let asked = 0
      const turn = async () => {
        // Records that the service answered the previous piece. If the service was paused, this ends the pause, so that the
        // next piece can be sent.
        if (asked++ > 0) await this.state.succeeded()
        return this.turn(matcher, signal)
      }
      const distanceM = await matcher.match(points, trip.vehicle_type, turn, signal)
      if (distanceM === null) return false
      this.trips.inc({ result: distanceM === undefined ? 'off-road' : 'matched' })
      await this.waiting.answer(trip, distanceM)
      await this.state.succeeded()
      return true
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      if (signal.aborted) return false
      this.trips.inc({ result: 'failed' })
      await this.waiting.putOff(trip)
      const isLeftAlone = await this.state.failed(error.pauseS)
      this.logger.warn({ err: error, trip: trip.id, isLeftAlone }, error.message)
      return !isLeftAlone
    }
  }

  private async turn({ rate }: RoadMatcher, signal: AbortSignal): Promise<boolean> {
    const waitMs = await this.state.takeTurn(rate)
    if (waitMs === undefined) return false
    await unlessAborted(waitMs, signal)
    return !signal.aborted
  }
}
