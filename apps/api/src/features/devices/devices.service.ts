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
import { say } from './texts.js'

/** the trackers of a caller's scope. */
@Injectable()
export class DevicesService extends ResourceService<DeviceRow, DeviceDto> {
  @Inject(DevicesRepository) private readonly devices: DevicesRepository
  @Inject(PossessionRepository) private readonly possession: PossessionRepository
  protected readonly of = 'device'
  protected readonly tell = toDeviceResponse
  protected readonly audited = auditedDevice

  create(by: Acting, body: CreateDeviceDto): Promise<DeviceDto> {
    return this.make(by, 'device.create', async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, body.business_id)
      const { imei } = body
      if ((await this.possession.known(transaction, [imei])).has(imei)) throw invalid({ imei: [say('imei-taken')] })
      assertOwnTrackerId(by.caller, imei, body.tracker_id)
      const may = await this.possession.registrable(transaction, [imei], businessId)
      const added = may.has(imei) ? this.devices.add(transaction, withChanges(body), businessId, by.caller.userId) : undefined
      const id = added && (await takenBy(added, trackerIdTaken))
      // The same whether nobody has it or others do.
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
      if (body.tracker_id !== before.tracker_id) assertOwnTrackerId(by.caller, before.imei, body.tracker_id)
      const returned = body.returned ?? before.returned_at !== null
      if (body.returned && before.state === 'installed') throw invalid({ returned: [say('take-off-first')] })
      await takenBy(this.devices.save(transaction, id, withChanges(body, before), returned), trackerIdTaken)
    }
    return this.change(by, id, 'device.update', save, { ifMatch })
  }

  /** From then on its tracker is turned away; what it sent stays. */
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

  protected find(transaction: ScopedTransaction, id: number, { isLocked, isDeleted }: Finding): Promise<DeviceRow | undefined> {
    return this.devices[isLocked ? 'lock' : 'findOne'](transaction, id, isDeleted)
  }
}

/**
 * What a tracker calls itself is as good as its IMEI to whoever wants its positions, and is not shown by holding it: others than
 * super admins write down only what is a part of the IMEI, as trackers that send ten or eleven of its digits do.
 * @throws Problem 422
 */
function assertOwnTrackerId({ scope }: Caller, imei: string, trackerId: string | null | undefined): void {
  if (scope !== 'all' && trackerId && !imei.includes(trackerId)) throw invalid({ tracker_id: [say('tracker-id-of-imei')] })
}

const trackerIdTaken = () => invalid({ tracker_id: [say('tracker-id-taken')] })
