import type { EventLog } from '@roadbook/event-log'
import { Topic } from '@roadbook/contracts'
import { within } from '@roadbook/platform/pause'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Name of the group in which all consumer processes share the event log's partitions. */
export const GROUP = 'consumer'

/** Maximum wait for the event log at a scrape, in milliseconds. Prometheus gives up after ten seconds. */
const LAG_MS = 3_000

/** Creates the metrics of the consumer process. Each label has few possible values. So an IMEI is never a label. */
export function createConsumerMetrics(log: EventLog, registry = new Registry()) {
  const registers = [registry]
  return {
    registry,
    lag: new Gauge({
      name: 'consumer_lag',
      help: 'Packets that are not checkpointed yet; absent while the event log does not answer',
      labelNames: ['partition'],
      registers,
      async collect() {
        this.reset()
        const lag = await within(LAG_MS, log.lag(Topic.packets, GROUP)).catch(() => undefined)
        if (!lag) return
        for (const [partition, messages] of lag) this.set({ partition }, Number(messages))
      },
    }),
    batch: new Histogram({
      name: 'batch_seconds',
      help: 'One batch of packets through the pipeline',
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    waited: new Histogram({
      name: 'consumer_wait_seconds',
      help: 'Time that the oldest packet of a batch waited in the event log',
      buckets: [0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800, 7_200],
      registers,
    }),
    waypoints: new Counter({ name: 'waypoints_total', help: 'Fixes by what became of them', labelNames: ['result'], registers }),
    resegmented: new Counter({ name: 'resegmented_total', help: 'Windows of trips cut again for late fixes', registers }),
    rejected: new Counter({ name: 'consumer_rejected_total', help: 'Messages sent to tracker.rejected', registers }),
    checkpoints: new Counter({ name: 'checkpoints_total', help: 'Checkpoints by result', labelNames: ['result'], registers }),
    retries: new Counter({ name: 'consumer_retries_total', help: 'Attempts repeated because something was away', registers }),
  }
}
export type ConsumerMetrics = ReturnType<typeof createConsumerMetrics>
