import type { LogMessage } from './event-log.js'
import { PublishQueue } from './publish-queue.js'

/** Waits until callers in the current turn of the event loop have run. */
const turn = () => new Promise(setImmediate)

const message = (value: string): LogMessage => ({ key: 'k', value: Buffer.from(value) })

describe('the publish queue', () => {
  /** An append. The test completes its calls, or fails them, one by one. */
  const held = () => {
    const appends: { values: string[]; succeed(): void; fail(error: Error): void }[] = []
    const queue = new PublishQueue(
      (messages) =>
        new Promise((succeed, fail) => appends.push({ values: messages.map(({ value }) => value.toString()), succeed, fail })),
    )
    return { appends, queue }
  }

  it('appends one at a time what came in one turn, and what came meanwhile as one, in the order of the calls', async () => {
    const { appends, queue } = held()
    const first = [queue.publish([message('1')]), queue.publish([message('2')])]
    await turn()
    const others = [queue.publish([message('3'), message('4')]), queue.publish([message('5')])]
    expect(appends.map(({ values }) => values)).toEqual([['1', '2']])
    appends[0]?.succeed()
    await Promise.all(first)
    expect(appends.map(({ values }) => values)).toEqual([
      ['1', '2'],
      ['3', '4', '5'],
    ])
    appends[1]?.succeed()
    await Promise.all(others)
  })

  it('rejects those behind a failure too, and takes new ones', async () => {
    const { appends, queue } = held()
    const first = queue.publish([message('1')])
    await turn()
    const calls = [first, queue.publish([message('2')])]
    appends[0]?.fail(new Error('away'))
    expect(await Promise.allSettled(calls)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    const next = queue.publish([message('3')])
    await turn()
    expect(appends.map(({ values }) => values)).toEqual([['1'], ['3']])
    appends[1]?.succeed()
    await next
  })

  it('joins calls only up to what one append should carry', async () => {
    const { appends, queue } = held()
    void queue.publish([message('1')])
    await turn()
    const many = Array.from({ length: 1_500 }, () => message('x'))
    const calls = [queue.publish(many), queue.publish(many)]
    appends[0]?.succeed()
    await Promise.resolve()
    appends[1]?.succeed()
    await calls[0]
    expect(appends.map(({ values }) => values.length)).toEqual([1, 1_500, 1_500])
    appends[2]?.succeed()
    await calls[1]
  })

  it('finishes what it holds when it closes, and takes nothing more', async () => {
    const { appends, queue } = held()
    const call = queue.publish([message('1')])
    const closed = queue.close()
    await expect(queue.publish([message('2')])).rejects.toThrow('closed')
    await turn()
    appends[0]?.succeed()
    await Promise.all([call, closed])
  })
})
