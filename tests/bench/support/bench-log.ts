import { hasKafkaBroker, startKafkaBroker, type KafkaBroker } from '../../support/kafka/kafka-broker.ts'

/** Event log of a benchmark: PostgreSQL, or with `BENCH_LOG=kafka` a real broker. */
export interface BenchLog {
  /** Value for `EVENT_LOG`. */
  spec: string
  stop(): Promise<void>
}

export async function startBenchLog(): Promise<BenchLog> {
  const wanted = process.env.BENCH_LOG ?? 'postgres'
  if (wanted === 'postgres') return { spec: 'postgres', stop: async () => undefined }
  if (wanted !== 'kafka') throw new Error(`BENCH_LOG=${wanted}: it is postgres or kafka`)
  if (!hasKafkaBroker()) throw new Error('BENCH_LOG=kafka needs a broker')
  const broker: KafkaBroker = await startKafkaBroker()
  return { spec: broker.url, stop: () => broker.stop() }
}
