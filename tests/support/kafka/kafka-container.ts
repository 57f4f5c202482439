import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { freePort } from '../free-port.mjs'
import type { KafkaBroker } from './kafka-broker.ts'
import { untilAccepting } from './kafka-port.ts'

// The version must be that of tools/kafka/pom.xml.
const IMAGE = 'apache/kafka:4.1.0'

/** Starts a broker in a container. */
export async function startKafkaContainer(): Promise<KafkaBroker> {
  const engine = await getContainerRuntimeClient()
  const port = await freePort()
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_NODE_ID: '1',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LOG_FLUSH_INTERVAL_MESSAGES: '1',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '3',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
      KAFKA_HEAP_OPTS: '-Xmx384m',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(120_000)
    .start()
  return {
    url: `kafka://127.0.0.1:${port}`,
    kill: () => engine.container.getById(container.getId()).kill(),
    restart: async () => {
      await engine.container.getById(container.getId()).start()
      await untilAccepting(port)
    },
    stop: async () => void (await container.stop()),
  }
}
