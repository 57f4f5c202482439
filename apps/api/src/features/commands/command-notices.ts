import { Inject, Injectable } from '@nestjs/common'
import { type CommandNotice, Topic } from '@roadbook/contracts'
import type { EventLog } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import { API_EVENT_LOG, API_LOGGER } from '../../configuration.js'

/** Wakes the gateway that holds a tracker's session. Only a shortcut: gateways also look for what waits by themselves. */
@Injectable()
export class CommandNotices {
  constructor(
    @Inject(API_EVENT_LOG) private readonly log: EventLog,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns at once: the command is safe in the database, and nobody waits for the log. */
  publish(imei: string): void {
    const notice: CommandNotice = { imei }
    this.log
      .publish(Topic.commands, [{ key: imei, value: Buffer.from(JSON.stringify(notice)) }])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not say that a command waits'))
  }
}
