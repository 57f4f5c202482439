import { Server } from 'node:http'
import { Counter, Registry } from 'prom-client'
import { readiness, startHealthServer } from './health-server.js'

const metricsOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

describe('the readiness of a part that is slow', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  /** Returns a check that stays without an outcome until the test gives it one. */
  function slowPart() {
    const waiting: (() => void)[] = []
    const database = () => new Promise<void>((resolve) => waiting.push(resolve))
    const look = async () => (await readiness({ database })).parts.database
    return { waiting, look }
  }

  it('is checked once at a time, however many balancers look', async () => {
    const { waiting, look } = slowPart()
    const looks = Promise.all(Array.from({ length: 20 }, look))
    await jest.advanceTimersByTimeAsync(3_000)
    expect(new Set(await looks)).toEqual(new Set(['no answer within 3 s']))
    const joined = look()
    expect(waiting).toHaveLength(1)
    waiting[0]!()
    expect(await joined).toBe('ok')
    void look()
    expect(waiting).toHaveLength(2)
  })

  it('is checked again when an answer was lost', async () => {
    const { waiting, look } = slowPart()
    void look()
    await jest.advanceTimersByTimeAsync(15_000)
    const again = look()
    expect(waiting).toHaveLength(2)
    waiting[1]!()
    expect(await again).toBe('ok')
  })
})

describe('the metrics of a process', () => {
  it('are its own and those of what runs in it, on each of its internal ports', async () => {
    const registry = new Registry()
    new Counter({ name: 'fixes_total', help: 'Fixes', registers: [registry] }).inc(3)
    const [one, other] = await Promise.all(
      [registry, new Registry()].map((each) => startHealthServer({ port: 0, registry: each, ready: {} })),
    )
    const [ours, theirs] = [await metricsOf(one!.port), await metricsOf(other!.port)]
    await Promise.all([one!.close(), other!.close()])

    for (const text of [ours, theirs])
      for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
        expect(text.match(new RegExp(`^${name} [\\d.e-]+$`, 'gm'))).toHaveLength(1)
    expect(ours).toMatch(/^fixes_total 3$/m)
    expect(theirs).not.toContain('fixes_total')
  })

  it('say of each part whether it is ready, as the health check does', async () => {
    let isAway = false
    const database = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve())
    const ready = { database, 'event log': () => Promise.resolve() }
    const server = await startHealthServer({ port: 0, registry: new Registry(), ready })
    const before = await metricsOf(server.port)
    isAway = true
    const after = await metricsOf(server.port)
    await server.close()
    expect(before).toMatch(/^health_part_ready\{part="database"\} 1\nhealth_part_ready\{part="event log"\} 1$/m)
    expect(after).toMatch(/^health_part_ready\{part="database"\} 0\nhealth_part_ready\{part="event log"\} 1$/m)
  })

  it('stay on the loopback where HEALTH_HOST is empty, as in a file of variables', async () => {
    const before = process.env.HEALTH_HOST
    process.env.HEALTH_HOST = ''
    const listen = jest.spyOn(Server.prototype, 'listen')
    const server = await startHealthServer({ port: 0, registry: new Registry(), ready: {} })
    await server.close()
    if (before === undefined) delete process.env.HEALTH_HOST
    else process.env.HEALTH_HOST = before
    expect(listen.mock.calls).toEqual([[0, '127.0.0.1', expect.any(Function)]])
    listen.mockRestore()
  })
})
