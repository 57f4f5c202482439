import { returnMemoryWhenIdle } from '@roadbook/platform'

/** Process that drops a large heap and becomes idle. It sends `gone` when the heap is collected, and ends. */
const alive = setInterval(() => undefined, 60_000)
const registry = new FinalizationRegistry((held) => {
  process.stdout.write(`${String(held)}\n`)
  clearInterval(alive)
})
// In its own function, because the module's scope would keep it.
const drop = () =>
  registry.register(
    Array.from({ length: 3_000_000 }, (_, at) => ({ at })),
    'gone',
  )
drop()
returnMemoryWhenIdle(200)
