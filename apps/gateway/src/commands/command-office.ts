import { randomUUID } from 'node:crypto'
import type { EventLog } from '@roadbook/event-log'
import { milliseconds, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import type { CommandDesk } from './command-desk.js'
import { createCommandMetrics } from './command-metrics.js'
import { CommandNotices } from './command-notices.js'
import { PostgresCommandStore } from './command-store.js'
import { StoredCommandDesk } from './stored-command-desk.js'

/** Environment variables for commands. */
export const commandShape = {
  /** Maximum milliseconds until a tracker's reply to a command. After this time the command counts as failed. */
  COMMAND_ANSWER_MS: milliseconds(60_000),
  /** Interval in milliseconds between checks for commands whose notice was missed, and for commands that have become due. */
  COMMAND_REFRESH_MS: milliseconds(5_000),
}
export type CommandConfiguration = z.infer<z.ZodObject<typeof commandShape>>

export interface CommandOfficeParts {
  gatewayId: string
  pool: pg.Pool
  log: EventLog
  logger: Logger
  registry: Registry
  now: () => number
}

/** The command desk together with the store and the notices that it uses. */
export interface CommandOffice {
  desk: CommandDesk
  /**
   * Stops claiming commands and reading notices. Resolves when the commands that were already claimed are written. Call it
   * before the sessions close.
   */
  close(): Promise<void>
}

/** Opens a gateway's command desk. While the database or the log is unavailable, commands wait. */
export function openCommandOffice(
  { gatewayId, pool, log, logger, registry, now }: CommandOfficeParts,
  configuration: CommandConfiguration,
): CommandOffice {
  const store = new PostgresCommandStore(pool, gatewayId, configuration.COMMAND_ANSWER_MS)
  const desk = new StoredCommandDesk({ store, metrics: createCommandMetrics(registry), logger, now })
  const group = `gateway-commands-${randomUUID()}`
  const notices = new CommandNotices({ log, group, logger, onNotice: (imei) => desk.notice(imei) })
  notices.start()
  let refreshing = desk.refresh()
  const timer = setInterval(() => {
    refreshing = refreshing.then(() => desk.refresh())
  }, configuration.COMMAND_REFRESH_MS)
  return {
    desk,
    close: async () => {
      clearInterval(timer)
      await Promise.all([desk.close(), notices.stop(), refreshing])
    },
  }
}
