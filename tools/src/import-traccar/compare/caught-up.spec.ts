import { caughtUp } from './caught-up.js'

const lags = (...looks: [number, bigint][][]) => ({
  lag: () => Promise.resolve(new Map(looks.length > 1 ? looks.shift()! : looks[0]!)),
})
const soon = { withinMs: 50, lookAgainMs: 1 }

it('the consumers have caught up when each partition was empty once, though new packets come', async () => {
  const live = lags([[0, 3n], [1, 0n]], [[0, 0n], [1, 2n]], [[0, 5n], [1, 5n]]) // prettier-ignore
  expect(await caughtUp(live, soon)).toBe(true)
})

it('they have not while a partition is never empty', async () => {
  expect(await caughtUp(lags([[0, 0n], [1, 7n]]), soon)).toBe(false) // prettier-ignore
})
