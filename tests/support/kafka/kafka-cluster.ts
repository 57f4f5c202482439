import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resolveKafka } from '../../../tools/kafka/resolve.mjs'
import { freePort } from '../free-port.mjs'
import { CLUSTER_ID, JavaProcess, serverProperties } from './kafka-broker.ts'

export interface KafkaCluster {
  /** Value for `EVENT_LOG`. It names every broker. */
  url: string
  brokers: readonly ClusterBroker[]
  stop(): Promise<void>
}

export interface ClusterBroker {
  /** Kills the broker (SIGKILL). The brokers that are left choose other leaders for its partitions. */
  kill(): Promise<void>
  /** Starts the broker again on the same port with the same data. Resolves when it accepts connections. */
  restart(): Promise<void>
}

/**
 * Starts several nodes with an operator's settings. Each node is both broker and controller. Everything has three replicas.
 * A message is acknowledged when two of them have it. The operating system decides when data are written to disk.
 * @throws if Kafka's jars are not available here
 */
export async function startKafkaCluster(size = 3): Promise<KafkaCluster> {
  const kafka = resolveKafka()
  if (!('libs' in kafka)) throw new Error(`no Kafka cluster: ${kafka.reason}`)
  const { libs } = kafka
  const base = mkdtempSync(path.join(tmpdir(), 'roadbook-kafka-'))
  const nodes: { id: number; port: number; controllerPort: number; properties: string; process: JavaProcess }[] = []
  for (let id = 1; id <= size; id++) {
    const properties = path.join(base, `${id}.properties`)
    nodes.push({ id, port: await freePort(), controllerPort: await freePort(), properties, process: new JavaProcess(libs) })
  }
  const voters = nodes.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join(',')
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.process.kill()))
    rmSync(base, { recursive: true, force: true })
  }
  const listen = async ({ process, properties, port }: (typeof nodes)[number]) => {
    process.start('kafka.Kafka', properties)
    await process.untilListening(port)
  }
  try {
    for (const { id, port, controllerPort, properties, process } of nodes) {
      const shared = {
        'node.id': id,
        'controller.quorum.voters': voters,
        'offsets.topic.replication.factor': size,
        'transaction.state.log.replication.factor': size,
        'transaction.state.log.min.isr': Math.max(1, size - 1),
        // Messages need not be flushed immediately, because two replicas have a message before it is acknowledged.
        'log.flush.interval.messages': 1_000_000,
      }
      writeFileSync(
        properties,
        serverProperties({ plain: port, controller: controllerPort }, path.join(base, `data-${id}`), shared),
      )
      await process.run('kafka.tools.StorageTool', 'format', '--cluster-id', CLUSTER_ID, '--config', properties)
    }
    await Promise.all(nodes.map(listen))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `kafka://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    brokers: nodes.map((node) => ({ kill: () => node.process.kill(), restart: () => listen(node) })),
    stop,
  }
}
