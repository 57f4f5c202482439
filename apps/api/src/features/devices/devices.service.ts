import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { CsvExports } from '../../exports/index.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { OnceRequest } from '../../http/once.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { DeviceDto } from './dto/device.dto.js'
import type { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'
import type { DeviceRow } from './device.row.js'
import { deviceCsvList } from './device-csv.js'
import { auditedDevice, toDeviceResponse, withChanges } from './device-response.js'
import { DevicesRepository } from './devices.repository.js'

/** the trackers of a caller's scope. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly devices: DevicesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    csv: CsvExports,
  ) {
    csv.declare(deviceCsvList(database, devices))
  }

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<DeviceDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.devices.findPage(transaction, criteria))
    return { data: rows.map(toDeviceResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  get(caller: Caller, id: number): Promise<DeviceDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const row = await this.devices.findOne(transaction, id)
      if (!row) throw notFound('device')
      return toDeviceResponse(row)
    })
  }

  create(caller: Caller, said: CreateDeviceDto, once: OnceRequest | null, origin: RequestOrigin): Promise<DeviceDto> {
    return this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do(transaction, caller, once, {
        run: async () => {
          const businessId = said.business_id ?? caller.businessId
          if (businessId === null) throw invalid({ business_id: ['Business is required'] })
          if (!(await this.devices.businessExists(transaction, businessId))) {
            throw invalid({ business_id: ['There is no such business'] })
          }
          const added = this.devices.add(transaction, withChanges(said), businessId, caller.userId)
          const id = await takenBy(added, trackerIdTaken)
          if (id === undefined) throw invalid({ imei: ['There is already a device with this IMEI'] })
          const after = await this.locked(transaction, id)
          await this.record(transaction, caller, origin, 'device.create', undefined, after)
          return toDeviceResponse(after)
        },
      }),
    )
  }

  update(caller: Caller, id: number, said: UpdateDeviceDto, ifMatch: string | null, origin: RequestOrigin): Promise<DeviceDto> {
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id)
      assertUnchanged(ifMatch, before.updated_at)
      if (said.imei !== before.imei) throw invalid({ imei: ['The IMEI of a device stays; register the other one'] })
      if (said.business_id != null && said.business_id !== before.business_id) {
        throw invalid({ business_id: ['A device changes hands by linking it'] })
      }
      const returned = said.returned ?? before.returned_at !== null
      if (said.returned && before.state === 'installed') throw invalid({ returned: ['It is on a vehicle; take it off first'] })
      const saved = this.devices.save(transaction, id, withChanges(said, before), returned)
      await takenBy(saved, trackerIdTaken)
      const after = await this.locked(transaction, id)
      await this.record(transaction, caller, origin, 'device.update', before, after)
      return toDeviceResponse(after)
    })
  }

  /** From then on its tracker is turned away; what it sent stays. */
  delete(caller: Caller, id: number, origin: RequestOrigin): Promise<void> {
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id)
      if (before.state === 'installed') throw new Problem('conflict', { detail: 'It is on a vehicle; take it off first' })
      await this.devices.mark(transaction, [id], true)
      await this.record(transaction, caller, origin, 'device.delete', before, await this.locked(transaction, id, true))
    })
  }

  restore(caller: Caller, id: number, origin: RequestOrigin): Promise<DeviceDto> {
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.locked(transaction, id, true)
      await this.devices.mark(transaction, [id], false)
      const after = await this.locked(transaction, id)
      await this.record(transaction, caller, origin, 'device.restore', before, after)
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
    caller: Caller,
    origin: RequestOrigin,
    action: string,
    before: DeviceRow | undefined,
    after: DeviceRow,
  ): Promise<void> {
    return this.audit.record(transaction, {
      ...{ caller, origin, action, object: { type: 'device', id: after.id }, businessId: after.business_id },
      ...{ before: before && auditedDevice(before), after: auditedDevice(after) },
    })
  }
}

const trackerIdTaken = () => invalid({ tracker_id: ['Another device calls itself so'] })
