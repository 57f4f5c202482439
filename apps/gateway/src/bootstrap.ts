import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { commonShape, readConfiguration } from '@roadbook/platform'
import { commandShape } from './commands/command-office.js'
import { GATEWAY, type Gateway, type GatewayPorts } from './gateway.js'
import { GatewayModule } from './gateway.module.js'
import { gatewayShape } from './limits.js'

/** Starts a gateway from environment variables; see limits.ts. With port 0 the system chooses a port. */
export async function startGateway(
  environment: Record<string, string | undefined> = process.env,
): Promise<{ ports: GatewayPorts; close(): Promise<void> }> {
  const configuration = readConfiguration({ ...commonShape, ...gatewayShape, ...commandShape }, environment)
  const context = await NestFactory.createApplicationContext(GatewayModule.with(configuration), {
    logger: false,
    abortOnError: false,
  })
  const gateway = context.get<Gateway>(GATEWAY)
  const ports = await gateway.start(configuration).catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  return {
    ports,
    close: async () => {
      await gateway.close()
      await context.close()
    },
  }
}
