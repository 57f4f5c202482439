import { seededRandom } from '@roadbook/testing'
import { TRIP_PARAMETERS } from '../parameters.js'
import { segment } from '../segment.js'
import { f1, score, total, type Score } from './score.js'
import { FIGURES, type Figures } from './figures.js'
import { VARIANTS, type Variant } from './variants.js'

function scoreOf(variant: Variant): Score {
  return total(
    [...variant(seededRandom)].map(({ type, fixes, truth }) => {
      const { trips, open } = segment(fixes, TRIP_PARAMETERS[type])
      return score(open ? [...trips, open] : trips, truth)
    }),
  )
}

const share = (hits: number, all: Score) => Math.round(f1(hits, all) * 1_000) / 1_000

function figuresOf(variant: Variant): Figures {
  const all = scoreOf(variant)
  const { splits, merges, ghosts, missed } = all
  return { starts: share(all.starts, all), ends: share(all.ends, all), splits, merges, ghosts, missed }
}

/** Returns the figures in which `now` is worse than the table. */
const worse = (now: Figures, was: Figures) =>
  (Object.keys(was) as (keyof Figures)[]).filter((key) =>
    key === 'starts' || key === 'ends' ? now[key] < was[key] : now[key] > was[key],
  )

describe('trips of days that are hard to cut', () => {
  it('have a figure each', () => expect([...VARIANTS.keys()]).toEqual(Object.keys(FIGURES)))

  it.each([...VARIANTS])('G-43 are no worse than they were: %s', (name, variant) => {
    const now = figuresOf(variant)
    expect({ name, now, worse: worse(now, FIGURES[name]!) }).toEqual({ name, now, worse: [] })
  })
})
