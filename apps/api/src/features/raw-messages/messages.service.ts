import { Inject, Injectable } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import type { Caller } from '../../auth/caller.js'
import { API_LOGGER } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import { Problem } from '../../http/problems.js'
import { DevicePeriodsRepository, DeviceVisibility } from '../device-status/index.js'
import type { DeviceMessageDto, DeviceMessagesMetaDto } from './message.dto.js'
import { writeCursor } from './message-cursor.js'
import type { MessageQuery } from './message-query.js'
import { MessageReader, type StoredMessage } from './message-reader.js'
import { toMessageResponse } from './message-response.js'
import { say } from './texts.js'

/** Last messages of a tracker, raw and decoded, for its installer. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: DevicePeriodsRepository,
    private readonly reader: MessageReader,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /** @param digits an IMEI, or its last six digits when they are unique in scope */
  async list(
    caller: Caller,
    digits: string,
    query: MessageQuery,
  ): Promise<{ data: DeviceMessageDto[]; meta: DeviceMessagesMetaDto }> {
    const { imei, visibility } = await this.device(caller, digits)
    const { messages, next, searchedFrom } = await this.reader.read(imei, query).catch((cause: unknown) => {
      throw new Problem('unavailable', say('log-unreadable'), { retryAfterS: 5, cause })
    })
    return {
      data: messages.flatMap((message) => this.describe(message, visibility) ?? []),
      meta: { next_cursor: next ? writeCursor(next) : null, searched_from: new Date(searchedFrom).toISOString() },
    }
  }

  private device(caller: Caller, digits: string): Promise<{ imei: string; visibility: DeviceVisibility }> {
    return this.database.read(caller.scope, async (transaction) => {
      const device = await this.devices.get(transaction, digits)
      const periods = await this.devices.findPeriods(transaction, caller, device.id)
      return { imei: device.imei, visibility: new DeviceVisibility(periods) }
    })
  }

  /** Returns the message. Returns undefined for an unreadable message, so that the other messages are still shown. */
  private describe(message: StoredMessage, visibility: DeviceVisibility): DeviceMessageDto | undefined {
    try {
      return toMessageResponse(message, visibility)
    } catch (error) {
      this.logger.warn({ err: error, topic: message.topic }, 'a stored message could not be read')
      return undefined
    }
  }
}
