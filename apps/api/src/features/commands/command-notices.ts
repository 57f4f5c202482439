import { Inject, Injectable } from '@nestjs/common'
import { type CommandNotice, Topic } from '@roadbook/contracts'
import type { EventLog } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import { API_EVENT_LOG, API_LOGGER } from '../../configuration.js'

/**
 * Notifies the gateway that has the tracker's connection of a new command. Without the notice, the gateway would find the
 * command at its next poll.
 */
@Injectable()
export class CommandNotices {
  constructor(
    @Inject(API_EVENT_LOG) private readonly log: EventLog,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Publishes a notice without waiting for the event log. A lost notice does no harm, because the command is already stored
   * in the database.
   */
  publish(imei: string): void {
    const notice: CommandNotice = { imei }
    this.log
      .publish(Topic.commands, [{ key: imei, value: Buffer.from(JSON.stringify(notice)) }])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not say that a command waits'))
  }
}
