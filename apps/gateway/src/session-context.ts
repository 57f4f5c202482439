import type { Logger } from '@roadbook/platform'
import type { Beliefs } from './beliefs.js'
import type { CommandDesk } from './commands/command-desk.js'
import type { DeviceDirectory } from './registry/device-directory.js'
import type { Limits } from './limits.js'
import type { GatewayMetrics } from './metrics.js'
import type { Publisher } from './publisher.js'
import type { SessionRegistry } from './session-registry.js'
import type { StuckFrames } from './stuck-frames.js'

/** Dependencies that all sessions of a gateway share. */
export interface SessionContext {
  gatewayId: string
  publisher: Publisher
  directory: DeviceDirectory
  beliefs: Beliefs
  registry: SessionRegistry
  commands: CommandDesk
  stuckFrames: StuckFrames
  limits: Limits
  metrics: GatewayMetrics
  logger: Logger
  now(): number
}
