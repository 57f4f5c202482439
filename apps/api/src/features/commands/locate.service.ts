import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import { CommandNotices } from './command-notices.js'
import { toLocateResponse } from './command-response.js'
import type { LocateDto } from './dto/locate.dto.js'
import { LocateRepository } from './locate.repository.js'
import { assertLocatable } from './sendable.js'
import { say } from './texts.js'

/** Helps to find a nearby vehicle. Switches the tracker's Bluetooth on for ten minutes. */
@Injectable()
export class LocateService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly locates: LocateRepository,
    private readonly notices: CommandNotices,
    private readonly audit: AuditLog,
  ) {}

  async get(caller: Caller, entityId: number): Promise<LocateDto> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.locates.findEntity(transaction, entityId))) throw notFound('entity')
      return toLocateResponse(await this.locates.findNewest(transaction, entityId))
    })
  }

  /** Adds a locate request. If a request is already pending or Bluetooth is on, only returns the progress. */
  async ask(by: Acting, entityId: number): Promise<LocateDto> {
    const { imei, locate } = await this.database.write(by.caller.scope, async (transaction) => {
      const device = existing(await this.locates.findEntity(transaction, entityId), 'entity')
      const { id, imei } = device
      if (id === null) throw new Problem('conflict', say('no-tracker'))
      assertLocatable({ ...device, id })
      const present = await this.locates.findNewest(transaction, entityId)
      if (present?.is_active) return { imei: null, locate: present }
      // The text of the command is chosen only when the command is sent, because the tracker may use another protocol by
      // then.
      const added = await this.locates.add(transaction, by.caller, { ...device, id }, null)
      if (added !== undefined) {
        await this.audit.record(transaction, by, 'entity.locate', { id: entityId, after: { command_id: added, device_id: id } })
      }
      return { imei, locate: await this.locates.findNewest(transaction, entityId) }
    })
    if (imei !== null) this.notices.publish(imei)
    return toLocateResponse(locate)
  }
}
