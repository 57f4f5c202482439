import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { assertUnchanged } from '../../http/if-match.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import type { DeviceDto } from './dto/device.dto.js'
import type { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'
import type { DeviceRow } from './device.row.js'
import { auditedDevice, toDeviceResponse, withChanges } from './device-response.js'
import { DevicesRepository } from './devices.repository.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

/** the trackers of a caller's scope. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: DevicesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  get(caller: Caller, id: number): Promise<DeviceDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const row = await this.devices.findOne(transaction, id)
      if (!row) throw notFound('device')
      return toDeviceResponse(row)
    })
  }

  create(by: Acting, body: CreateDeviceDto): Promise<DeviceDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = body.business_id ?? by.caller.businessId
      if (businessId === null) throw invalid({ business_id: [required('business')] })
      if (!(await this.devices.businessExists(transaction, businessId))) {
        throw invalid({ business_id: [absent('business')] })
      }
      const added = this.devices.add(transaction, withChanges(body), businessId, by.caller.userId)
      const id = await takenBy(added, trackerIdTaken)
      if (id === undefined) throw invalid({ imei: [say('imei-taken')] })
      const after = await this.locked(transaction, id)
      await this.record(transaction, by, 'device.create', undefined, after)
      return toDeviceResponse(after)
    })
  }

  update(by: Acting, id: number, body: UpdateDeviceDto, ifMatch: string | null): Promise<DeviceDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id)
      assertUnchanged(ifMatch, before.updated_at)
      if (body.imei !== before.imei) throw invalid({ imei: [say('imei-stays')] })
      if (body.business_id != null && body.business_id !== before.business_id) {
        throw invalid({ business_id: [say('changes-by-linking')] })
      }
      const returned = body.returned ?? before.returned_at !== null
      if (body.returned && before.state === 'installed') throw invalid({ returned: [say('take-off-first')] })
      const saved = this.devices.save(transaction, id, withChanges(body, before), returned)
      await takenBy(saved, trackerIdTaken)
      const after = await this.locked(transaction, id)
      await this.record(transaction, by, 'device.update', before, after)
      return toDeviceResponse(after)
    })
  }

  /** From then on its tracker is turned away; what it sent stays. */
  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id)
      if (before.state === 'installed') throw new Problem('conflict', say('take-off-first'))
      await this.devices.mark(transaction, [id], true)
      await this.record(transaction, by, 'device.delete', before, await this.locked(transaction, id, true))
    })
  }

  restore(by: Acting, id: number): Promise<DeviceDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id, true)
      await this.devices.mark(transaction, [id], false)
      const after = await this.locked(transaction, id)
      await this.record(transaction, by, 'device.restore', before, after)
      return toDeviceResponse(after)
    })
  }

  private async locked(transaction: ScopedTransaction, id: number, deleted = false): Promise<DeviceRow> {
    const row = await this.devices.lock(transaction, id, deleted)
    if (!row) throw notFound('device')
    return row
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    before: DeviceRow | undefined,
    after: DeviceRow,
  ): Promise<void> {
    return this.audit.record(transaction, by, action, {
      type: 'device',
      id: after.id,
      businessId: after.business_id,
      before: before && auditedDevice(before),
      after: auditedDevice(after),
    })
  }
}

const trackerIdTaken = () => invalid({ tracker_id: [say('tracker-id-taken')] })
