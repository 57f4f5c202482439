import { HashQueue, QueueFullError } from './hash-queue.js'

describe('the hash queue', () => {
  const gate = () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    return { open, opened }
  }

  it('never runs more than two jobs at once, and runs all of them in order (G-16)', async () => {
    const queue = new HashQueue(2)
    let running = 0
    let most = 0
    const ended: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        queue.run(async () => {
          most = Math.max(most, ++running)
          await new Promise(setImmediate)
          running--
          ended.push(n)
        }),
      ),
    )
    expect(most).toBe(2)
    expect(ended).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('goes on after a job that fails', async () => {
    const queue = new HashQueue(1)
    const failing = queue.run(() => Promise.reject(new Error('no memory')))
    const following = queue.run(() => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('no memory')
    await expect(following).resolves.toBe('done')
  })

  it('turns work away when too much waits', async () => {
    const queue = new HashQueue(1, 1)
    const { open, opened } = gate()
    const first = queue.run(() => opened)
    const second = queue.run(() => Promise.resolve())
    await expect(queue.run(() => Promise.resolve())).rejects.toThrow(QueueFullError)
    open()
    await Promise.all([first, second])
  })
})
