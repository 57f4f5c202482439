import { createLogger } from '@roadbook/platform'
import type { CommandSide, Protocol } from '@roadbook/protocols'
import { until } from '@roadbook/testing/until'
import { Registry } from 'prom-client'
import type { CommandTarget } from './command-desk.js'
import { createCommandMetrics } from './command-metrics.js'
import type { Claimant, ClaimedCommand, CommandStore } from './command-store.js'
import { StoredCommandDesk } from './stored-command-desk.js'

const commands: CommandSide = {
  locate: { text: 'bluetooth on', undo: 'bluetooth off' },
  encode: ({ text, serial }) =>
    text.includes('!') ? { kind: 'commandError', reason: 'no "!" is allowed' } : Buffer.from(`${serial}:${text}`),
}
const speaking = { name: 'test', commands } as Protocol
const mute = { name: 'mute' } as Protocol

/** Commands in memory, with a record of the queries made. */
class MemoryStore implements CommandStore {
  queued: ClaimedCommand[] = []
  isAway = false
  readonly claims: (readonly Claimant[])[] = []
  readonly failed: [number, string][] = []
  readonly released: number[] = []

  async waiting(): Promise<string[]> {
    if (this.isAway) throw new Error('away')
    return this.queued.map(({ imei }) => imei)
  }
  async claim(claimants: readonly Claimant[]): Promise<ClaimedCommand[]> {
    this.claims.push(claimants)
    if (this.isAway) throw new Error('away')
    const claimed = claimants.flatMap(({ imei }) => this.queued.find((one) => one.imei === imei) ?? [])
    this.queued = this.queued.filter((one) => !claimed.includes(one))
    return claimed
  }
  async fail(id: number, reason: string): Promise<void> {
    this.failed.push([id, reason])
  }
  async release(id: number): Promise<void> {
    this.released.push(id)
  }
}

class Target implements CommandTarget {
  readonly written: string[] = []
  readonly state = { now: 0 }
  isOver = false
  constructor(
    readonly imei: string,
    readonly protocol: Protocol = speaking,
  ) {}
  send(bytes: Buffer): boolean {
    if (!this.isOver) this.written.push(bytes.toString())
    return !this.isOver
  }
}

const deskWith = (...queued: ClaimedCommand[]) => {
  const store = new MemoryStore()
  store.queued = queued
  const clock = { now: 0 }
  const metrics = createCommandMetrics(new Registry())
  const desk = new StoredCommandDesk({ store, metrics, logger: createLogger('test', 'silent'), now: () => clock.now })
  /** Resolves when all started work is done. */
  const quiet = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }
  return { store, desk, clock, quiet }
}
const command = (imei: string, text = 'getver', id = 1): ClaimedCommand => ({ id, imei, text, serial: id })

describe('the command desk', () => {
  it('sends what waits as soon as both the tracker and the command are there, in whichever order they come', async () => {
    const { store, desk, quiet } = deskWith(command('1'))
    const [first, second] = [new Target('1'), new Target('2')]
    await desk.refresh()
    desk.online(first)
    desk.online(second)
    await quiet()
    store.queued.push(command('2', 'getinfo', 2))
    desk.notice('2')
    await quiet()
    expect([first.written, second.written]).toEqual([['1:getver'], ['2:getinfo']])
  })

  it('asks the database nothing for 18 000 logins, and a few times when all of them have a command waiting', async () => {
    const imeis = Array.from({ length: 18_000 }, (_, number) => String(number))
    const { store, desk, quiet } = deskWith()
    for (const imei of imeis) desk.online(new Target(imei))
    await quiet()
    expect(store.claims).toHaveLength(0)
    const storm = deskWith(...imeis.map((imei, id) => command(imei, 'getver', id + 1)))
    await storm.desk.refresh()
    for (const imei of imeis) storm.desk.online(new Target(imei))
    await until('all commands are taken', () => storm.quiet().then(() => storm.store.queued.length === 0))
    expect(storm.store.claims.length).toBeLessThanOrEqual(40)
  })

  it('hands back what it could not write because the session was over', async () => {
    const { store, desk, quiet } = deskWith(command('1'))
    const target = new Target('1')
    target.isOver = true
    desk.online(target)
    await desk.refresh()
    await quiet()
    expect([target.written, store.released]).toEqual([[], [1]])
  })

  it('notes why a protocol cannot carry a command, and writes nothing', async () => {
    const { store, desk, quiet } = deskWith(command('1', 'reset!'), command('2', 'getver', 2))
    const [speaker, silent] = [new Target('1'), new Target('2', mute)]
    desk.online(speaker)
    desk.online(silent)
    await desk.refresh()
    await quiet()
    expect([...speaker.written, ...silent.written]).toEqual([])
    expect(store.failed).toEqual([
      [1, 'no "!" is allowed'],
      [2, 'this tracker takes no commands'],
    ])
  })

  it('writes nothing while the database is away, and what waits once it is back', async () => {
    const { store, desk, quiet } = deskWith(command('1'))
    const target = new Target('1')
    store.isAway = true
    desk.online(target)
    desk.notice('1')
    await desk.refresh()
    await quiet()
    expect(target.written).toEqual([])
    store.isAway = false
    await desk.refresh()
    await quiet()
    expect(target.written).toEqual(['1:getver'])
  })

  it('tells each claim how this tracker is located, and how that is taken back', async () => {
    const { store, desk, quiet } = deskWith()
    desk.online(new Target('1'))
    desk.online(new Target('2', mute))
    desk.notice('1')
    desk.notice('2')
    await quiet()
    expect(store.claims.flat()).toEqual([
      { imei: '1', locate: 'bluetooth on', undo: 'bluetooth off' },
      { imei: '2', locate: undefined, undo: undefined },
    ])
  })

  it('stays with the newer session when the older one of the same tracker ends', async () => {
    const { desk, quiet } = deskWith(command('1'))
    const [older, newer] = [new Target('1'), new Target('1')]
    desk.online(older)
    desk.online(newer)
    desk.offline(older)
    desk.notice('1')
    await quiet()
    expect([older.written, newer.written]).toEqual([[], ['1:getver']])
  })

  it('claims nothing more once it closes', async () => {
    const { store, desk, quiet } = deskWith(command('1'))
    desk.online(new Target('1'))
    await desk.close()
    desk.notice('1')
    await quiet()
    expect(store.claims).toEqual([])
  })
})

describe('an answer to a command', () => {
  const sent = async () => {
    const parts = deskWith(command('1', 'getver', 7))
    const target = new Target('1')
    parts.desk.online(target)
    await parts.desk.refresh()
    await parts.quiet()
    return { ...parts, target }
  }

  it('belongs to what was sent last, once', async () => {
    const { desk, target } = await sent()
    expect([desk.replied(target, { text: 'ok' }), desk.replied(target, { text: 'ok' })]).toEqual([7, undefined])
  })

  it('belongs to nothing when it names another serial number', async () => {
    const { desk, target } = await sent()
    expect(desk.replied(target, { text: 'ok', serial: 8 })).toBeUndefined()
    expect(desk.replied(target, { text: 'ok', serial: 7 })).toBe(7)
  })

  it('counts from no other tracker, and from nobody who only claims to be it (S27)', async () => {
    const { desk } = await sent()
    const stranger = new Target('2')
    desk.online(stranger)
    expect(desk.replied(stranger, { text: 'ok' })).toBeUndefined()
    expect(desk.replied(new Target('1'), { text: 'ok' })).toBeUndefined()
  })

  it('is expected for a quarter of an hour, also on the next connection, and no longer', async () => {
    const { desk, target, clock } = await sent()
    desk.offline(target)
    const next = new Target('1')
    desk.online(next)
    clock.now = 14 * 60_000
    await desk.refresh()
    expect(desk.replied(next, { text: 'late' })).toBe(7)
    const again = await sent()
    again.clock.now = 15 * 60_000
    await again.desk.refresh()
    expect(again.desk.replied(again.target, { text: 'too late' })).toBeUndefined()
  })
})
