import { FixValidity, type Fix } from '@roadbook/contracts'
import { type Counter, countOn } from './counter.js'
import { TRIP_PARAMETERS } from '../parameters.js'

const begin = Date.parse('2025-11-20T08:00:00Z')
/** Returns the counter after these readings, `everyS` seconds apart and without a place. */
const counted = (readings: readonly (number | undefined)[], everyS = 60): Counter => {
  const counter: Counter = {}
  readings.forEach((odometerM, nth) => {
    const fix: Fix = {
      positionedAt: begin + nth * everyS * 1_000,
      validity: FixValidity.valid,
      ...(odometerM !== undefined && { odometerM }),
    }
    countOn(counter, fix, TRIP_PARAMETERS.automobile)
  })
  return counter
}

describe('what a tracker has counted', () => {
  it.each<[string, (number | undefined)[], number | undefined]>([
    ['begins where its counter does', [480_000], 480_000],
    ['goes on with it', [480_000, 480_500, 481_200], 481_200],
    ['goes on where it starts again', [480_000, 480_500, 0, 700], 481_200],
    ['is not doubled by one reading of 0', [480_000, 480_500, 0, 481_000, 481_200], 480_700],
    ['does not add up how it wobbles', [480_000, 479_970, 480_000, 479_950, 480_000, 480_050], 480_050],
    ['goes on where it starts again near its begin', [0, 0, 80, 0, 60, 300], 300],
    ['does not leap', [480_000, 480_500, 5_480_500, 5_480_700], 480_700],
    ['waits for a counter that shows 0 before it knows', [0, 0, 480_000, 480_200], 480_200],
    ['begins at 0 where the counter does', [0, 0, 300, 900], 900],
    ['leaves out what nothing has ridden', [4_294_967_295, 480_000, 480_200], 480_200],
    ['needs no reading in each message', [480_000, undefined, undefined, 480_900], 480_900],
    ['is unknown without a counter', [undefined, undefined], undefined],
    ['follows a counter of whole kilometres', [480_000, 480_000, 481_000, 481_000, 482_000], 482_000],
  ])('%s', (_title, readings, metres) => {
    expect(counted(readings).odometerM).toBe(metres)
  })

  it('says since when the counter has run without a restart', () => {
    expect(counted([480_000, 480_500, 0, 700])).toMatchObject({
      counterM: 700,
      counterBeganM: 480_000,
      counterBeganAt: begin,
      counterSince: begin + 120_000,
    })
  })
})
