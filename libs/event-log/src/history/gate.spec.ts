import { Gate } from './gate.js'

/** Returns a log. At each look, the next of these numbers of packets waits in it. The last number is repeated. */
const logWith = (...waiting: number[]) => ({
  lag: () => Promise.resolve(new Map([['0', BigInt(waiting.length > 1 ? waiting.shift()! : waiting[0]!)]]) as never),
})

it('history passes while consumers keep up, without a word', async () => {
  const lines: string[] = []
  const gate = new Gate(logWith(2_000), (line) => lines.push(line), 0)
  for (let page = 0; page < 10; page++) await gate.open()
  expect(lines).toEqual([])
})

it('reports that it waits, and on what: consumers that are behind, or none', async () => {
  const lines: string[] = []
  const behind = Array.from({ length: 10 }, (_, look) => 3_000 - look)
  const stuck = Array.from({ length: 110 }, () => 2_991)
  await new Gate(logWith(...behind, ...stuck, 12), (line) => lines.push(line), 0).open()
  expect(lines).toEqual([
    'waiting: consumers have 2991 packets before them',
    'waiting: 2991 packets wait, and no consumer takes them. Is a consumer running?',
  ])
})
