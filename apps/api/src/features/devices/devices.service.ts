import { Inject, Injectable } from '@nestjs/common'
import { type Finding, ownerIn, ResourceService } from '../../resources/index.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import { invalid, Problem } from '../../http/problems.js'
import type { DeviceDto } from './dto/device.dto.js'
import type { CreateDeviceDto, UpdateDeviceDto } from './dto/write-device.dto.js'
import type { DeviceRow } from './device.row.js'
import { auditedDevice, toDeviceResponse, withChanges } from './device-response.js'
import { DevicesRepository } from './devices.repository.js'
import { PossessionRepository } from './possession/possession.repository.js'
import type { Numbered } from './possession/tracker-numbers.repository.js'
import { numberRefused, TrackerNumbers } from './possession/tracker-numbers.js'
import { say } from './texts.js'

/** Trackers in the caller's scope. */
@Injectable()
export class DevicesService extends ResourceService<DeviceRow, DeviceDto> {
  @Inject(DevicesRepository) private readonly devices: DevicesRepository
  @Inject(PossessionRepository) private readonly possession: PossessionRepository
  @Inject(TrackerNumbers) private readonly numbers: TrackerNumbers
  protected readonly of = 'device'
  protected readonly toDto = toDeviceResponse
  protected readonly audited = auditedDevice

  create(by: Acting, body: CreateDeviceDto): Promise<DeviceDto> {
    return this.make(by, 'device.create', async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, body.business_id)
      const { imei } = body
      if ((await this.possession.known(transaction, [imei])).has(imei)) throw invalid({ imei: [say('imei-taken')] })
      const [values = withChanges(body)] = await this.numbers.take(transaction, [withChanges(body)], businessId)
      await this.assertNumber(transaction, values, businessId)
      const may = await this.possession.registrable(transaction, [imei], businessId)
      const added = may.has(imei) ? this.devices.add(transaction, values, businessId, by.caller.userId) : undefined
      const id = added && (await takenBy(added, trackerIdTaken(by.caller)))
      // The error is the same in two cases: no tracker has the IMEI, or another business has registered it. Callers thus do
      // not learn which.
      if (id === undefined) throw new Problem('conflict', say('possession-first'))
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateDeviceDto, ifMatch: string | null): Promise<DeviceDto> {
    const save = async (transaction: ScopedTransaction, before: DeviceRow) => {
      if (body.imei !== before.imei) throw invalid({ imei: [say('imei-stays')] })
      if (body.business_id != null && body.business_id !== before.business_id) {
        throw invalid({ business_id: [say('changes-by-linking')] })
      }
      const { imei, business_id } = before
      if (body.tracker_id && body.tracker_id !== before.tracker_id)
        await this.assertNumber(transaction, { imei, tracker_id: body.tracker_id }, business_id)
      const returned = body.returned ?? before.returned_at !== null
      if (body.returned && before.state === 'installed') throw invalid({ returned: [say('take-off-first')] })
      await takenBy(this.devices.save(transaction, id, withChanges(body, before), returned), trackerIdTaken(by.caller))
    }
    return this.change(by, id, 'device.update', save, { ifMatch })
  }

  /** Deletes a device. The gateway refuses its tracker from then on. The device's data stays. */
  delete(by: Acting, id: number): Promise<DeviceDto> {
    const mark = async (transaction: ScopedTransaction, { state }: DeviceRow) => {
      if (state === 'installed') throw new Problem('conflict', say('take-off-first'))
      await this.devices.mark(transaction, [id], true)
    }
    return this.change(by, id, 'device.delete', mark, { deletes: true })
  }

  restore(by: Acting, id: number): Promise<DeviceDto> {
    const mark = (transaction: ScopedTransaction) => this.devices.mark(transaction, [id], false)
    return this.change(by, id, 'device.restore', mark, { deletes: false })
  }

  /** @throws Problem 422 when the caller is not allowed to set the number for this IMEI */
  private async assertNumber(transaction: ScopedTransaction, row: Numbered, businessId: number): Promise<void> {
    const refusal = (await this.numbers.refusals(transaction, [row], businessId)).get(row.imei)
    if (refusal) throw invalid({ tracker_id: [refusal] })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked, isDeleted }: Finding): Promise<DeviceRow | undefined> {
    return this.devices[isLocked ? 'lock' : 'findOne'](transaction, id, isDeleted)
  }
}

/**
 * Refuses the second of two concurrent writes of the same tracker number. Only a super admin learns which tracker has the
 * number.
 */
const trackerIdTaken =
  ({ scope }: Caller) =>
  () =>
    invalid({ tracker_id: [scope === 'all' ? say('tracker-id-taken') : numberRefused()] })
