import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { refusedBy } from '../../../database/refused.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import type { OnceRequest } from '../../../http/once.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { invalid, notFound, Problem } from '../../../http/problems.js'
import type { RequestOrigin } from '../../../http/request-origin.js'
import { told } from '../../../http/told.js'
import { type DeviceUpdateRow, DeviceUpdatesRepository } from './device-updates.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import type { CreateDeviceUpdateDto, DeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'

/** firmware and settings that devices are to have. One at a time for a device; done, the device says so. */
@Injectable()
export class DeviceUpdatesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly updates: DeviceUpdatesRepository,
    private readonly devices: DevicesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<DeviceUpdateDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) => this.updates.findPage(transaction, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  get(caller: Caller, id: number): Promise<DeviceUpdateDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.update(transaction, id)))
  }

  create(
    caller: Caller,
    { device_id, to_firmware = null, to_settings_crc = null }: CreateDeviceUpdateDto,
    once: OnceRequest | null,
    origin: RequestOrigin,
  ): Promise<DeviceUpdateDto> {
    if (to_firmware === null && to_settings_crc === null) {
      throw invalid({ to_firmware: ['Firmware version or settings CRC is required'] })
    }
    return this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do(transaction, caller, once, {
        run: async () => {
          const device = await this.devices.lock(transaction, device_id)
          if (!device) throw invalid({ device_id: ['There is no such device'] })
          const to = { firmware: to_firmware, settingsCrc: to_settings_crc?.toUpperCase() ?? null }
          const added = this.updates.add(transaction, device, to, caller.userId)
          const isWaiting = () => new Problem('conflict', { detail: 'This device waits for another update already' })
          const after = await this.update(transaction, await takenBy(added, isWaiting))
          await this.record(transaction, caller, origin, 'device.update-ask', undefined, after)
          return told(after)
        },
      }),
    )
  }

  move(
    caller: Caller,
    id: number,
    { state, failure = null }: MoveDeviceUpdateDto,
    origin: RequestOrigin,
  ): Promise<DeviceUpdateDto> {
    if (state === 'failed' && failure === null) throw invalid({ failure: ['Say why it failed'] })
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.update(transaction, id)
      const isWrong = new Problem('conflict', { detail: `An update that is ${before.state} cannot become ${state}` })
      if (state === before.state) throw isWrong
      await refusedBy(this.updates.move(transaction, id, state, state === 'failed' ? failure : null), () => isWrong)
      const after = await this.update(transaction, id)
      await this.record(transaction, caller, origin, 'device.update-move', before, after)
      return told(after)
    })
  }

  /** Only what was not sent yet can be taken back. */
  delete(caller: Caller, id: number, origin: RequestOrigin): Promise<void> {
    return this.database.write(caller.scope, async (transaction) => {
      const before = await this.update(transaction, id)
      if (!(await this.updates.delete(transaction, id))) {
        throw new Problem('conflict', { detail: `An update that is ${before.state} cannot be taken back` })
      }
      await this.record(transaction, caller, origin, 'device.update-cancel', before, { ...before, state: 'cancelled' })
    })
  }

  private async update(transaction: ScopedTransaction, id: number): Promise<DeviceUpdateRow> {
    const row = await this.updates.findOne(transaction, id)
    if (!row) throw notFound('update')
    return row
  }

  /** In the history of the device. */
  private record(
    transaction: ScopedTransaction,
    caller: Caller,
    origin: RequestOrigin,
    action: string,
    before: DeviceUpdateRow | undefined,
    after: DeviceUpdateRow,
  ): Promise<void> {
    const said = ({ to_firmware, to_settings_crc, state, failure }: DeviceUpdateRow) => ({
      ...{ to_firmware, to_settings_crc, state, failure },
    })
    return this.audit.record(transaction, {
      ...{ caller, origin, action, object: { type: 'device', id: after.device_id }, businessId: after.business_id },
      ...{ before: before && said(before), after: said(after) },
    })
  }
}
