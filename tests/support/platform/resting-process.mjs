import { returnMemoryWhenIdle } from '@roadbook/platform'

/** A process that drops a heap and rests: it says `gone` once the heap is collected, and ends. */
const alive = setInterval(() => undefined, 60_000)
const registry = new FinalizationRegistry((held) => {
  process.stdout.write(`${String(held)}\n`)
  clearInterval(alive)
})
// In a function of its own: the module's scope would hold it.
const drop = () =>
  registry.register(
    Array.from({ length: 3_000_000 }, (_, at) => ({ at })),
    'gone',
  )
drop()
returnMemoryWhenIdle(200)
