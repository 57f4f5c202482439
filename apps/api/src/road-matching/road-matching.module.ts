import { Module } from '@nestjs/common'
import type pg from 'pg'
import { API_CONFIGURATION, API_POOL } from '../configuration.js'
import { SourceStateRepository } from '../outside/source-state.repository.js'
import { MatchQueueRepository } from './match-queue.repository.js'
import { MatchRoads } from './match-roads.js'
import { matcherOf } from './matcher-of.js'
import { ROAD_MATCHER } from './road-matcher.js'

/** Road matching of trips. It uses the region's file or an operator's service. */
@Module({
  providers: [
    MatchQueueRepository,
    MatchRoads,
    {
      provide: SourceStateRepository,
      inject: [API_POOL],
      useFactory: (pool: pg.Pool) => new SourceStateRepository(pool, 'road_matcher_state'),
    },
    {
      provide: ROAD_MATCHER,
      inject: [API_CONFIGURATION],
      useFactory: matcherOf,
    },
  ],
})
export class RoadMatchingModule {}
