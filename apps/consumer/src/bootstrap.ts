import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { readConfiguration } from '@roadbook/platform'
import { consumerShape } from './configuration.js'
import { Consumer, CONSUMER } from './consumer.js'
import { ConsumerModule } from './consumer.module.js'

/**
 * Starts a consumer process from environment variables; see configuration.ts. With port 0 the system chooses a port.
 * @param now the clock that detects silence. Default: the system clock
 */
export async function startConsumer(
  environment: Record<string, string | undefined> = process.env,
  now: () => number = Date.now,
): Promise<{ port: number; close(): Promise<void> }> {
  const configuration = readConfiguration(consumerShape, environment)
  const context = await NestFactory.createApplicationContext(ConsumerModule.with(configuration, now), {
    logger: false,
    abortOnError: false,
  })
  const consumer = context.get<Consumer>(CONSUMER)
  const { port } = await consumer.start()
  return {
    port,
    close: async () => {
      await consumer.close()
      await context.close()
    },
  }
}
