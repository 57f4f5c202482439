import { Topic } from '@roadbook/contracts'
import { seededRandom } from '@roadbook/testing'
import { FaultProxy } from '../support/chaos/fault-proxy.js'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { RawTracker } from '../support/chaos/raw-tracker.js'
import { Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'

const TRACKERS = 20

describe('planned restarts and full tables of descriptors', () => {
  let stage: Stage
  let consumers: ManagedProcess[]

  beforeAll(async () => {
    stage = await Stage.open()
    consumers = [await stage.startConsumer(), await stage.startConsumer()]
  }, 300_000)
  afterAll(() => stage?.close())

  const acknowledgements = (more: number) => {
    const wanted = stage.journal.acknowledged + more
    return until(`${more} more acknowledgements`, () => stage.journal.acknowledged >= wanted, { everyMs: 10 })
  }

  /** Resolves when this many consumer processes share the partitions. */
  const consumersAre = (count: number) =>
    until(
      `${count} consumers share the partitions`,
      async () => (await stage.log.stats(Topic.packets)).groups.find(({ group }) => group === 'consumer')?.members,
      { fits: (members) => members === count },
    )

  it('F2 F15 F18 loses nothing while processes are rolled, a consumer dies, and its partitions go to another and back', async () => {
    const gateways = [await stage.startGateway(), await stage.startGateway()]
    const inService = new Set(gateways)
    let turn = 0
    const balancer = await FaultProxy.open({
      target: () => {
        const open = [...inService]
        return open[turn++ % open.length]
      },
    })
    const fleet = new Fleet({ journal: stage.journal, port: balancer.port, random: seededRandom(18) })
    const load = new Load(fleet, await stage.addVehicles(TRACKERS), { perSecond: sized('chaos', 4, 20) })
    await acknowledgements(TRACKERS)
    const roll = async (one: ManagedProcess) => {
      // Code 0 also shows that it ended in time, because it would otherwise have been killed.
      expect({ name: one.name, ...(await one.stop()) }).toEqual({ name: one.name, code: 0, signal: null })
      one.start()
      await one.ready()
    }
    for (const gateway of sized('chaos', gateways.slice(0, 1), gateways)) {
      inService.delete(gateway)
      await roll(gateway)
      inService.add(gateway)
      await acknowledgements(TRACKERS)
    }
    for (const consumer of sized('chaos', [], consumers)) {
      await roll(consumer)
      await acknowledgements(TRACKERS)
    }
    const victim = consumers[1]!
    await consumersAre(2)
    await victim.kill({ stay: true })
    await consumersAre(1)
    await acknowledgements(TRACKERS)
    victim.start()
    await consumersAre(2)
    await acknowledgements(TRACKERS)
    load.stop()
    await fleet.flush()
    fleet.stop()
    await balancer.close()
    expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
    expect([...gateways, ...consumers].flatMap(({ crashes }) => crashes)).toEqual([])
    await Promise.all(gateways.map((gateway) => gateway.stop()))
  }, 300_000)

  describe('with 256 descriptors', () => {
    let gateway: Gateway
    beforeAll(async () => {
      gateway = await stage.startGateway({ wrap: ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'] })
    })

    it('F14 keeps its trackers while a thousand strangers knock, says so in few lines, and takes new ones afterwards', async () => {
      const fleet = new Fleet({ journal: stage.journal, port: gateway.port, random: seededRandom(14) })
      const load = new Load(fleet, await stage.addVehicles(TRACKERS), { perSecond: 10 })
      await acknowledgements(TRACKERS * 5)
      const strangers = await Promise.all(Array.from({ length: 1_000 }, () => RawTracker.open(gateway.port)))
      await acknowledgements(TRACKERS * 10)
      expect(fleet.trackers.filter(({ state }) => state === 'offline' || state === 'connecting')).toEqual([])
      for (const stranger of strangers) stranger.end()
      const newcomer = await stage.addVehicle()
      await until('a new tracker gets in', async () => {
        const late = await RawTracker.login(gateway.port, newcomer.imei).catch(() => undefined)
        late?.end()
        return late !== undefined
      })
      load.stop()
      await fleet.flush()
      fleet.stop()
      const lines = gateway
        .log()
        .split('\n')
        .filter((line) => /refused|EMFILE|too many/i.test(line))
        .map((line) => JSON.parse(line) as { msg: string; refused: number })
      expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['connections refused']))
      const refused = await gateway.metric('gateway_closed_total', { reason: 'refusedAtTheDoor' })
      expect(lines.length).toBeLessThan(refused)
      // Connections that were refused after the last line would be reported with the next line.
      expect(lines.reduce((sum, line) => sum + line.refused, 0)).toBeLessThanOrEqual(refused)
      expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
      expect(gateway).toMatchObject({ starts: 1, crashes: [] })
    }, 300_000)
  })
})
