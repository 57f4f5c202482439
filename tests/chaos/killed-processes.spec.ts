import { seededRandom } from '@roadbook/testing'
import { campaign, killAtRandom, reportFigures, type Victim } from '../support/chaos/campaign.js'
import { Fleet } from '../support/chaos/fleet.js'
import { CLEAN } from '../support/chaos/loss-checker.js'
import { rides, ridesLastMs } from '../support/chaos/rides.js'
import { Stage } from '../support/chaos/stage.js'
import { within } from '@roadbook/testing/until'
import { isProofOf, sized } from '@roadbook/testing/proof'
import { startKafkaBroker, type KafkaBroker } from '../support/kafka/kafka-broker.js'

const { seed, kills, records } = campaign({ kills: 6, records: 6_000 })
const isLong = isProofOf('kills')
const TRACKERS = isLong ? 200 : 24
const RECORDS_PER_PACKET = isLong ? 75 : 10
/**
 * One tracker in this many sends its newest records first, as some firmware does after an outage. With these trackers, late
 * data are tested while processes are killed.
 */
const NEWEST_FIRST = 8
const MINUTES = 60_000
const LIMIT_MS = isLong ? 60 * MINUTES : 4 * MINUTES

const logs = sized('kills', ['postgres'], process.env.ROADBOOK_WITHOUT_KAFKA ? ['postgres'] : ['postgres', 'kafka'])

describe.each(logs)('gateway and consumer killed at random moments, on the %s log', (kind) => {
  let stage: Stage
  let broker: KafkaBroker | undefined

  beforeAll(async () => {
    if (kind === 'kafka') broker = await startKafkaBroker()
    stage = await Stage.open({ eventLog: broker?.url ?? 'postgres' })
  }, 300_000)
  afterAll(async () => {
    await stage?.close()
    await broker?.stop()
  }, 300_000)

  it(
    'F1 F2 F5 loses no acknowledged fix, stores none twice, and cuts the trips of the sorted replay',
    async () => {
      const random = seededRandom(seed)
      const imeis = await stage.addVehicles(TRACKERS)
      const gateway = await stage.startGateway()
      const consumer = await stage.startConsumer()
      const fleet = new Fleet({ journal: stage.journal, port: gateway.port, recordsPerPacket: RECORDS_PER_PACKET, random })
      const each = Math.ceil(records / TRACKERS)
      const startAt = Math.floor((Date.now() - ridesLastMs(each)) / 1_000) * 1_000
      const tracks = imeis.map((imei, index) => {
        const isNewestFirst = index % NEWEST_FIRST === 0
        return {
          imei,
          fixes: rides(each, { startAt: startAt + index * 1_000, seed: seed + index, isOnceASecond: isNewestFirst }),
          order: isNewestFirst ? ('newestFirst' as const) : ('oldestFirst' as const),
        }
      })
      for (const { imei, order } of tracks) fleet.add(imei, { order })
      const began = Date.now()
      let killed = 0
      const reportPart = (part: number) => {
        for (const { imei, fixes } of tracks) fleet.report(imei, sliceOf(fixes, part, kills + 1))
      }
      reportPart(0)
      // After a kill of a consumer process, a rebalance takes as long as its session. On Kafka, gateways are therefore
      // killed more often than consumer processes.
      const consumerKills = Math.ceil(kills / (kind === 'kafka' ? 4 : 2))
      const brokerRestarts = broker?.restart ? Math.ceil(kills / 20) : 0
      const victims: Victim[] = [
        {
          name: 'gateway',
          kills: kills - consumerKills,
          isBack: () => gateway.ready(),
          kill: () => gateway.kill(),
          livesMs: isLong ? 2_500 : 1_200,
        },
        {
          name: 'consumer',
          kills: consumerKills,
          isBack: () => consumer.ready(3 * MINUTES),
          kill: () => consumer.kill(),
          // Longer than the lease of a dead consumer process, so that the next kill can also come while the process works.
          livesMs: kind === 'kafka' ? 14_000 : isLong ? 7_000 : 4_000,
        },
        {
          name: 'broker',
          kills: brokerRestarts,
          isBack: () => Promise.resolve(),
          kill: async () => {
            await broker?.kill?.()
            await broker?.restart?.()
          },
          livesMs: 60_000,
        },
      ]
      await killAtRandom(victims, random, (name) => name !== 'broker' && reportPart(++killed))
      await within('everything is acknowledged', isLong ? 20 * MINUTES : 90_000, fleet.flush())
      fleet.stop()
      const verdict = await stage.check(fleet.sent, isLong ? 10 * MINUTES : 90_000)
      if (isLong) {
        const { acknowledged, stored, lost, duplicates, unsent, altered, wrongTrips } = verdict
        reportFigures({
          log: kind,
          seed,
          kills: killed,
          brokerRestarts,
          trackers: TRACKERS,
          acknowledged,
          stored,
          lost: lost.length,
          duplicates: duplicates.length,
          unsent: unsent.length,
          altered: altered.length,
          wrongTrips: wrongTrips.length,
          seconds: Math.round((Date.now() - began) / 1_000),
        })
      }
      expect(verdict).toMatchObject(CLEAN)
      expect(verdict).toMatchObject({ acknowledged: each * TRACKERS, stored: each * TRACKERS })
      expect([gateway.crashes, consumer.crashes]).toEqual([[], []])
    },
    LIMIT_MS,
  )
})

/** Returns the `part`-th of `parts` slices of about equal size. */
function sliceOf<T>(all: readonly T[], part: number, parts: number): T[] {
  const edge = (index: number) => Math.floor((all.length * index) / parts)
  return all.slice(edge(part), edge(part + 1))
}
