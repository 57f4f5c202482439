import { Inject, Injectable } from '@nestjs/common'
import { ResourceService } from '../../../resources/index.js'
import type { Acting } from '../../../auth/acting.js'
import { refusedBy } from '../../../database/refused.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { invalid, Problem } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import type { DeviceUpdateRow } from './device-update-list.js'
import { DeviceUpdatesRepository } from './device-updates.repository.js'
import { DevicesRepository } from '../devices.repository.js'
import type { CreateDeviceUpdateDto, DeviceUpdateDto, MoveDeviceUpdateDto } from './device-update.dto.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

/**
 * Firmware and settings to install on devices. A device has one update at a time. When an update is done, the database
 * sets the device's version.
 */
@Injectable()
export class DeviceUpdatesService extends ResourceService<DeviceUpdateRow, DeviceUpdateDto> {
  @Inject(DeviceUpdatesRepository) private readonly updates: DeviceUpdatesRepository
  @Inject(DevicesRepository) private readonly devices: DevicesRepository
  protected readonly of = 'update'
  protected readonly toDto = (row: DeviceUpdateRow) => toApiRow(row)
  protected readonly audited = ({ to_firmware, to_settings_crc, state, failure }: DeviceUpdateRow) => {
    return { to_firmware, to_settings_crc, state, failure }
  }

  create(by: Acting, { device_id, to_firmware = null, to_settings_crc = null }: CreateDeviceUpdateDto): Promise<DeviceUpdateDto> {
    if (to_firmware === null && to_settings_crc === null) {
      throw invalid({ to_firmware: [say('firmware-or-crc')] })
    }
    return this.make(by, 'device.update-ask', async (transaction) => {
      const device = await this.devices.lock(transaction, device_id)
      if (!device) throw invalid({ device_id: [absent('device')] })
      const to = { firmware: to_firmware, settingsCrc: to_settings_crc?.toUpperCase() ?? null }
      const added = this.updates.add(transaction, device, to, by.caller.userId)
      return takenBy(added, () => new Problem('conflict', say('update-waits')))
    })
  }

  update(by: Acting, id: number, { state, failure = null }: MoveDeviceUpdateDto): Promise<DeviceUpdateDto> {
    if (state === 'failed' && failure === null) throw invalid({ failure: [say('say-why-failed')] })
    return this.change(by, id, 'device.update-move', async (transaction, before) => {
      const values = { state: say(`state.${before.state}`), next: say(`state.${state}`) }
      const isWrong = new Problem('conflict', say('update-cannot-become', values))
      if (state === before.state) throw isWrong
      await refusedBy(this.updates.move(transaction, id, state, state === 'failed' ? failure : null), () => isWrong)
    })
  }

  /** Cancels an update that was not sent yet. */
  delete(by: Acting, id: number): Promise<void> {
    const takeBack = async (transaction: ScopedTransaction, before: DeviceUpdateRow) => {
      if (await this.updates.delete(transaction, id)) return
      throw new Problem('conflict', say('update-stays', { state: say(`state.${before.state}`) }))
    }
    return this.remove(by, id, 'device.update-cancel', takeBack, { state: 'cancelled' })
  }

  protected find(transaction: ScopedTransaction, id: number): Promise<DeviceUpdateRow | undefined> {
    return this.updates.findOne(transaction, id)
  }

  /** Records changes in the history of the device. */
  protected override about({ device_id, business_id }: DeviceUpdateRow) {
    return { id: device_id, businessId: business_id }
  }
}
