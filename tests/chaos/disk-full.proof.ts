import { setTimeout as pause } from 'node:timers/promises'
import path from 'node:path'
import { seededRandom } from '@roadbook/testing'
import { Fleet } from '../support/chaos/fleet.js'
import { Load } from '../support/chaos/load.js'
import { hasLoopDisks, LoopDisk } from '../support/chaos/loop-disk.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import { Stage } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

const SLACK = 3
const MEGABYTES = 300

const onADisk = hasLoopDisks() ? describe : describe.skip

inProof('chaos', () => {
  onADisk('a full disk', () => {
    let disk: LoopDisk
    let stage: Stage
    beforeAll(async () => {
      disk = new LoopDisk(MEGABYTES)
      stage = await Stage.open({ databaseFolder: path.join(disk.folder, 'postgres') })
    }, 300_000)
    afterAll(async () => {
      disk?.free()
      await stage?.close()
      disk?.remove()
    })

    it('F7 stops acknowledgements without ending a process, says why it is not ready, and goes on by itself once there is room', async () => {
      const gateway = await stage.startGateway()
      const consumer = await stage.startConsumer()
      const fleet = new Fleet({ journal: stage.journal, port: gateway.port, random: seededRandom(70), recordsPerPacket: 50 })
      const load = new Load(fleet, await stage.addVehicles(20), { perSecond: 100 })
      await until('acknowledgements come', () => stage.journal.acknowledged > 1_000)
      disk.fill()
      // The write-ahead log has one or two segments in reserve. So the database stops working only later, when fixes are no
      // longer acknowledged.
      let promised = -1
      const isStill = async () => {
        const before = stage.journal.acknowledged
        await pause(3_000)
        promised = stage.journal.acknowledged
        return promised === before
      }
      await until('acknowledgements stop', isStill, { withinMs: 60_000 })
      await until('the gateway is not ready', async () => !(await gateway.isReady()), { withinMs: SLACK * 10_000 })
      expect((await gateway.readiness())['event log']).not.toBe('ok')
      expect(await gateway.metric('gateway_publish_failures_total')).toBeGreaterThan(0)
      expect(stage.journal.acknowledged).toBe(promised)
      disk.free()
      await until('acknowledgements come again', () => stage.journal.acknowledged > promised, { withinMs: SLACK * 30_000 })
      load.stop()
      await fleet.flush()
      fleet.stop()
      expect(await stage.check(fleet.sent)).toMatchObject(CLEAN)
      expect([...gateway.crashes, ...consumer.crashes]).toEqual([])
    }, 240_000)
  })
})
