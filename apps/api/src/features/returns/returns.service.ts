import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { InstallationsService } from '../devices/index.js'
import type { ReturnDto, ReturnFormDto } from './dto/return.dto.js'
import type { CreateReturnDto } from './dto/write-return.dto.js'
import type { ReturnRow } from './return-list.js'
import { ReturnsRepository } from './returns.repository.js'
import { say } from './texts.js'

/**
 * Returns of trackers. A device has at most one open return. While the return is open, the device is not on a vehicle
 * (G-52).
 */
@Injectable()
export class ReturnsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly returns: ReturnsRepository,
    private readonly installations: InstallationsService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async get(caller: Caller, id: number): Promise<ReturnDto> {
    const row = existing(await this.database.read(caller.scope, (transaction) => this.returns.findOne(transaction, id)), 'return')
    return toApiRow(row)
  }

  /** Returns the initial values of the form. */
  form(caller: Caller, imei: string): Promise<ReturnFormDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const device = existing(await this.installations.findByImei(transaction, imei), 'device')
      const open = await this.returns.findOpen(transaction, device.id)
      const { model: device_model, state, entity_id, entity_name } = device
      return {
        imei,
        device_model,
        state,
        entity_id,
        entity_name,
        open_return: open ? toApiRow(open) : null,
        ship_from: (await this.returns.suggestAddress(transaction, caller.userId, device.business_id)) ?? null,
      }
    })
  }

  async create(by: Acting, body: CreateReturnDto): Promise<ReturnDto> {
    if (body.reason === 'other' && !body.note) throw invalid({ note: [say('say-reason')] })
    const id = await this.onceOnly.write<number>(by, (transaction) => this.sendBack(transaction, by, body))
    return this.get(by.caller, id)
  }

  /** Cancels a return. The device is free again. */
  async cancel(by: Acting, id: number): Promise<ReturnDto> {
    await this.database.write(by.caller.scope, async (transaction) => {
      const seen = existing(await this.returns.findOne(transaction, id), 'return')
      if (seen.device_id === null) throw new Problem('conflict', say('another-business'))
      // Locks the device before its return, because every write to devices locks in this order.
      const device = await this.installations.lock(transaction, { id: seen.device_id })
      const before = (await this.returns.lock(transaction, id)) ?? seen
      if (before.state !== 'open') throw new Problem('conflict', say('closed-already', { state: say(`state.${before.state}`) }))
      await this.returns.cancel(transaction, id, by.caller.userId)
      await this.installations.markReturned(transaction, device, false)
      await this.record(transaction, by, 'return.cancel', before)
    })
    return this.get(by.caller, id)
  }

  private async sendBack(transaction: ScopedTransaction, by: Acting, body: CreateReturnDto): Promise<number> {
    const device = await this.installations.lock(transaction, { imei: body.imei })
    const open = await this.returns.findOpen(transaction, device.id)
    if (open) throw new Problem('conflict', say('on-its-way-as', { number: open.number }))
    if (device.state === 'installed') {
      if (!body.take_off) {
        const vehicle = device.entity_name ?? say('on-vehicle.unnamed')
        throw new Problem('conflict', say('on-vehicle', { vehicle }))
      }
      const reason = body.note ? `${body.reason}: ${body.note}` : body.reason
      await this.installations.takeOff(transaction, by, device, { reason, returned: true })
    } else if (device.state === 'free') await this.installations.markReturned(transaction, device, true)
    const added = this.returns.add(transaction, device, body, by.caller.userId)
    const id = await takenBy(added, () => new Problem('conflict', say('on-its-way')))
    const row = await this.returns.findOne(transaction, id)
    if (!row) throw new Error('a return that was just added is not in the scope of who added it')
    await this.record(transaction, by, 'return.create', row)
    return id
  }

  /** Records the action in the history of the device, without the sender's address. */
  private record(transaction: ScopedTransaction, by: Acting, action: string, row: ReturnRow): Promise<void> {
    const { number, imei, reason, note, replacement_wanted } = row
    return this.audit.record(transaction, by, action, {
      type: 'device',
      id: row.device_id ?? 0,
      businessId: row.business_id,
      after: { imei, number, ...(action === 'return.create' && { reason, note, replacement_wanted }) },
    })
  }
}
