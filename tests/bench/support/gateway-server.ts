// The gateway as in production. The first argument names its log: `null`, `postgres` followed by the URL of its database, or a
// broker.
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { Beliefs } from '@roadbook/gateway/beliefs'
import { Gateway, type GatewayParts } from '@roadbook/gateway/gateway'
import { gatewayShape, limitsOf } from '@roadbook/gateway/limits'
import { createGatewayMetrics } from '@roadbook/gateway/metrics'
import { createLogger, readConfiguration } from '@roadbook/platform'
import { reportUsage } from './server-process.ts'

const [, , spec = 'null', databaseUrl] = process.argv
let isDown = false
const nullLog = {
  publish: async () => {
    if (isDown) throw new Error('the log is down')
  },
  prepare: async () => undefined,
  ping: async () => undefined,
  close: async () => undefined,
}
const log =
  spec === 'null' ? (nullLog as unknown as EventLog) : await openEventLog(spec, { databaseUrl, clientId: 'bench gateway' })
const configuration = readConfiguration(gatewayShape, {
  GATEWAY_PORT: '0',
  TELTONIKA_PORT: '0',
  GATEWAY_HEALTH_PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  MAX_FRAMES_PER_SECOND: '1000000',
  MAX_CONNECTIONS_BEFORE_LOGIN_PER_ADDRESS: '20000',
  MAX_CONNECTIONS_BEFORE_LOGIN: '20000',
})
/** Registry that knows every tracker. Only `connections` measures with the real registry. */
const directory = {
  beliefs: new Beliefs(),
  lookUp: () => 'known' as const,
  reportUnknown: () => undefined,
  start: async () => undefined,
  stop: () => undefined,
}
const gateway = new Gateway({
  gatewayId: 'bench',
  logger: createLogger('bench', 'fatal'),
  pool: { end: async () => undefined } as unknown as GatewayParts['pool'],
  log,
  directory: directory as unknown as GatewayParts['directory'],
  metrics: createGatewayMetrics(),
  limits: limitsOf(configuration),
})
const { teltonika } = await gateway.start(configuration)
reportUsage(teltonika, { down: () => (isDown = true), up: () => (isDown = false) })
