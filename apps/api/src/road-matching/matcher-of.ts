import type { ApiConfiguration } from '../configuration.js'
import { HttpMatcher } from './http-matcher.js'
import { RegionMatcher } from './region/region-matcher.js'
import type { RoadMatcher } from './road-matcher.js'

/** Returns the configured matcher; undefined when there is none. */
export function matcherOf({
  ROAD_MATCHER,
  ROAD_MATCHER_URL,
  ROAD_MATCHER_RATE,
  ROADS_FILE,
}: ApiConfiguration): RoadMatcher | undefined {
  if (ROAD_MATCHER === 'region') return new RegionMatcher(ROADS_FILE)
  if (ROAD_MATCHER === 'none' || !ROAD_MATCHER_URL) return undefined
  return new HttpMatcher(ROAD_MATCHER, ROAD_MATCHER_URL, ROAD_MATCHER_RATE)
}
