import { hostname } from 'node:os'
import { Module, type DynamicModule } from '@nestjs/common'
import { logOptionsOf, openEventLog } from '@roadbook/event-log'
import { createLogger, createPool, directUrl, type EventLogConfiguration } from '@roadbook/platform'
import { openCommandOffice, type CommandConfiguration } from './commands/command-office.js'
import { fitToDescriptors } from './descriptor-limit.js'
import { MOST_FORWARDING_CONNECTIONS } from './forwarding/settings.js'
import { GATEWAY, Gateway } from './gateway.js'
import { limitsOf, type GatewayConfiguration } from './limits.js'
import { createGatewayMetrics } from './metrics.js'
import { PostgresDeviceDirectory } from './registry/postgres-device-directory.js'

/** Contains only wiring. Each part is described in its own file. */
@Module({})
export class GatewayModule {
  static with(
    configuration: GatewayConfiguration &
      CommandConfiguration &
      EventLogConfiguration & { DATABASE_URL: string; DATABASE_DIRECT_URL?: string; LOG_LEVEL: string },
  ): DynamicModule {
    const gatewayId = configuration.GATEWAY_ID ?? `${hostname()}-${process.pid}`
    return {
      module: GatewayModule,
      providers: [
        {
          provide: GATEWAY,
          useFactory: async () => {
            const logger = createLogger('gateway', configuration.LOG_LEVEL)
            const isPooled = configuration.DATABASE_DIRECT_URL !== undefined
            const pool = createPool({ url: configuration.DATABASE_URL, name: 'roadbook-gateway', max: 4, logger, isPooled })
            const log = await openEventLog(configuration.EVENT_LOG, {
              ...logOptionsOf(configuration),
              databaseUrl: configuration.DATABASE_URL,
              directUrl: directUrl(configuration),
              clientId: gatewayId,
              logger,
            })
            const metrics = createGatewayMetrics()
            const others = configuration.FORWARDING_SECRET === undefined ? 0 : MOST_FORWARDING_CONNECTIONS
            const { registry } = metrics
            return new Gateway({
              gatewayId,
              logger,
              pool,
              log,
              directory: new PostgresDeviceDirectory({ pool, logger }),
              metrics,
              limits: fitToDescriptors(limitsOf(configuration), logger, { others }),
              office: openCommandOffice({ gatewayId, pool, log, logger, registry, now: () => Date.now() }, configuration),
            })
          },
        },
      ],
    }
  }
}
