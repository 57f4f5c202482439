import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { Topic } from '@roadbook/contracts'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'
import { until } from '@roadbook/testing/until'

/** Returns two rides of today with a rest between them. The tracker has not stopped reporting. */
const today = () => {
  const begin = new Date(Date.now() - 3 * 3_600_000)
  const track = new TrackBuilder(begin.toISOString()).stand(10, { everyS: 60 }).ride(20, 18, { everyS: 30 })
  return track.stand(60, { everyS: 300 }).ride(15, 20, { everyS: 30 }).stand(60, { everyS: 300 }).fixes
}

describe('a consumer that is killed', () => {
  let bench: ConsumerBench
  const spawned: ChildProcess[] = []
  const held: (() => Promise<void>)[] = []

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(async () => {
    for (const release of held.splice(0)) await release()
    for (const child of spawned.splice(0)) await kill(child)
    await bench.stopConsumers()
  })
  afterAll(() => bench.close())

  const spawn = (changes: Record<string, string> = {}) => {
    const child = bench.spawnConsumer(changes)
    spawned.push(child)
    return child
  }
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Takes a lock. Writers wait for the lock until `release` is called. */
  async function hold(statement: string): Promise<{ release(): Promise<void> }> {
    const client = await bench.database.pool.connect()
    let isHeld = true
    const release = async () => {
      if (!isHeld) return
      isHeld = false
      await client.query('ROLLBACK')
      client.release()
    }
    held.push(release)
    await client.query('BEGIN')
    await client.query(statement)
    return { release }
  }

  it('F2 loses nothing and doubles nothing between writing waypoints and the checkpoint', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = today()
    const states = await hold('LOCK TABLE device_states IN SHARE MODE')
    await bench.sendAll(imei, fixes)
    const victim = spawn()
    await until('a waypoint is stored', () => bench.count('waypoints WHERE device_id = $1', [deviceId]))
    await kill(victim)
    await states.release()
    expect(await bench.count('trips WHERE device_id = $1', [deviceId])).toBe(0)
    spawn()
    await bench.quiet()
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('F2 moves the offset only after the checkpoint, and repeating what came between changes nothing', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = today()
    const victim = spawn()
    await bench.send(imei, fixes.slice(0, 5))
    await bench.quiet()
    const offsets = await hold("SELECT FROM event_log_leases WHERE topic = 'tracker.packets' FOR UPDATE")
    await bench.send(imei, fixes.slice(5))
    await until('two trips are stored', () => bench.trips(deviceId), { fits: ({ length }) => length === 2 })
    const waiting = [...(await bench.log.lag(Topic.packets, 'consumer')).values()].reduce((sum, messages) => sum + messages, 0n)
    await kill(victim)
    await offsets.release()
    expect(waiting).toBe(1n)
    const before = await bench.trips(deviceId)
    spawn()
    await bench.quiet()
    expect(await bench.trips(deviceId)).toEqual(before)
    expect(before).toMatchObject(expectedTrips(fixes))
  })

  it('F2 cuts late fixes in also when it died after storing them and before the checkpoint', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = today()
    const late = fixes.slice(20, 40)
    await bench.sendAll(
      imei,
      fixes.filter((fix) => !late.includes(fix)),
    )
    const victim = spawn()
    await bench.quiet()
    const ids = (await bench.trips(deviceId)).map(({ id }) => id)
    const states = await hold('LOCK TABLE device_states IN SHARE MODE')
    await bench.sendAll(imei, late)
    await until('all waypoints are stored', () => bench.count('waypoints WHERE device_id = $1', [deviceId]), {
      fits: (count) => count === fixes.length,
    })
    await kill(victim)
    await states.release()
    spawn()
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    expect((await bench.trips(deviceId)).map(({ id }) => id)).toEqual(ids)
  })

  it('F4 waits while the database refuses it, and goes on', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = today()
    const victim = spawn()
    await bench.sendAll(imei, fixes.slice(0, 30))
    await bench.quiet()
    for (let time = 0; time < 5; time++) {
      await bench.database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%consumer%'",
      )
      await bench.sendAll(imei, fixes.slice(30 + time * 5, 35 + time * 5))
    }
    await bench.sendAll(imei, fixes.slice(55))
    await bench.quiet()
    expect(victim.exitCode).toBeNull()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })
})
