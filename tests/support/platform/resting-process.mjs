import { returnMemoryWhenIdle } from '@roadbook/platform'

/**
 * Keeps the process alive. The process drops a large heap and becomes idle. When the heap is collected, it sends `gone` and
 * ends.
 */
const alive = setInterval(() => undefined, 60_000)
const registry = new FinalizationRegistry((held) => {
  process.stdout.write(`${String(held)}\n`)
  clearInterval(alive)
})
// A function of its own. In the module's scope, a variable would keep the heap.
const drop = () =>
  registry.register(
    Array.from({ length: 3_000_000 }, (_, at) => ({ at })),
    'gone',
  )
drop()
returnMemoryWhenIdle(200)
