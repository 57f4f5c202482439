import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { refusedBy } from '../../../database/refused.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { invalid, notFound, Problem } from '../../../http/problems.js'
import { told } from '../../../http/told.js'
import type { DeviceUpdateRow } from './device-update-list.js'
import { DeviceUpdatesRepository } from './device-updates.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import type { CreateDeviceUpdateDto, DeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

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

  get(caller: Caller, id: number): Promise<DeviceUpdateDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.found(transaction, id)))
  }

  create(by: Acting, { device_id, to_firmware = null, to_settings_crc = null }: CreateDeviceUpdateDto): Promise<DeviceUpdateDto> {
    if (to_firmware === null && to_settings_crc === null) {
      throw invalid({ to_firmware: [say('firmware-or-crc')] })
    }
    return this.onceOnly.write(by, async (transaction) => {
      const device = await this.devices.lock(transaction, device_id)
      if (!device) throw invalid({ device_id: [absent('device')] })
      const to = { firmware: to_firmware, settingsCrc: to_settings_crc?.toUpperCase() ?? null }
      const added = this.updates.add(transaction, device, to, by.caller.userId)
      const isWaiting = () => new Problem('conflict', say('update-waits'))
      const after = await this.found(transaction, await takenBy(added, isWaiting))
      await this.record(transaction, by, 'device.update-ask', undefined, after)
      return told(after)
    })
  }

  update(by: Acting, id: number, { state, failure = null }: MoveDeviceUpdateDto): Promise<DeviceUpdateDto> {
    if (state === 'failed' && failure === null) throw invalid({ failure: [say('say-why-failed')] })
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.found(transaction, id)
      const values = { state: say(`state.${before.state}`), next: say(`state.${state}`) }
      const isWrong = new Problem('conflict', say('update-cannot-become', values))
      if (state === before.state) throw isWrong
      await refusedBy(this.updates.move(transaction, id, state, state === 'failed' ? failure : null), () => isWrong)
      const after = await this.found(transaction, id)
      await this.record(transaction, by, 'device.update-move', before, after)
      return told(after)
    })
  }

  /** Only what was not sent yet can be taken back. */
  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.found(transaction, id)
      if (!(await this.updates.delete(transaction, id))) {
        throw new Problem('conflict', say('update-stays', { state: say(`state.${before.state}`) }))
      }
      await this.record(transaction, by, 'device.update-cancel', before, { ...before, state: 'cancelled' })
    })
  }

  private async found(transaction: ScopedTransaction, id: number): Promise<DeviceUpdateRow> {
    const row = await this.updates.findOne(transaction, id)
    if (!row) throw notFound('update')
    return row
  }

  /** In the history of the device. */
  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    before: DeviceUpdateRow | undefined,
    after: Omit<DeviceUpdateRow, 'state'> & { state: string },
  ): Promise<void> {
    const audited = ({ to_firmware, to_settings_crc, state, failure }: typeof after) => ({
      to_firmware,
      to_settings_crc,
      state,
      failure,
    })
    return this.audit.record(transaction, by, action, {
      type: 'device',
      id: after.device_id,
      businessId: after.business_id,
      before: before && audited(before),
      after: audited(after),
    })
  }
}
