import { Module } from '@nestjs/common'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../configuration.js'
import { SourceState } from '../outside/source-state.js'
import { HttpMatcher } from './http-matcher.js'
import { MatchQueue } from './match-queue.js'
import { MatchRoads } from './match-roads.js'
import { ROAD_MATCHER } from './road-matcher.js'

/** Trips laid on roads, where the operator has somebody who knows them. */
@Module({
  providers: [
    MatchQueue,
    MatchRoads,
    {
      provide: SourceState,
      inject: [API_POOL],
      useFactory: (pool: pg.Pool) => new SourceState(pool, 'road_matcher_state'),
    },
    {
      provide: ROAD_MATCHER,
      inject: [API_CONFIGURATION],
      useFactory: (configuration: ApiConfiguration) => HttpMatcher.of(configuration),
    },
  ],
})
export class RoadMatchingModule {}
