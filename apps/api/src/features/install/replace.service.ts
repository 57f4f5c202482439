import { Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { Sentence } from '../../texts/sentence.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { type DeviceDto, InstallationsService, toDeviceResponse } from '../devices/index.js'
import { EntitiesService } from '../entities/index.js'
import type { ReplaceableEntityDto, ReplacedDto, ReplaceDeviceDto } from './dto/replace.dto.js'
import { InstallRepository } from './install.repository.js'
import { InstallService } from './install.service.js'
import { MAY_NOT_INSTALL, mayNotInstall } from './may-not-install.js'
import { say } from './texts.js'

const WITH_TAGS = new Set(['tags'])
const NO_DEVICE = say('no-device')

/** Replaces the tracker of a vehicle. The vehicle keeps its id, trips and odometer (G-53). */
@Injectable()
export class ReplaceService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly repository: InstallRepository,
    private readonly install: InstallService,
    private readonly installations: InstallationsService,
    private readonly entities: EntitiesService,
    private readonly onceOnly: OnceOnly,
  ) {}

  async get(caller: Caller, id: number): Promise<ReplaceableEntityDto> {
    const { device, blocked } = await this.database.read(caller.scope, async (transaction) => {
      const carrier = await this.carrier(transaction, id)
      const found = carrier.device_id === null ? undefined : await this.installations.find(transaction, carrier.device_id)
      const mayInstall = await this.repository.mayInstall(transaction, carrier.business_id)
      return { device: found ?? null, blocked: mayInstall ? stateInTheWay(carrier) : MAY_NOT_INSTALL }
    })
    const { name, license_plate, frame_number, vehicle_type, business_name, odo } = await this.entities.get(caller, id, new Set())
    return {
      id,
      name,
      license_plate,
      frame_number,
      vehicle_type,
      business_name,
      odo,
      device: device && toDeviceResponse(device),
      blocked_message: blocked,
    }
  }

  async replace(by: Acting, id: number, body: ReplaceDeviceDto): Promise<ReplacedDto> {
    const old_device = await this.onceOnly.write(by, (transaction) => this.swap(transaction, by, id, body))
    return { entity: await this.entities.get(by.caller, id, WITH_TAGS), old_device }
  }

  private async swap(
    transaction: ScopedTransaction,
    by: Acting,
    id: number,
    { imei, reason, note, returned }: ReplaceDeviceDto,
  ): Promise<DeviceDto> {
    const carrier = await this.carrier(transaction, id)
    if (!(await this.repository.mayInstall(transaction, carrier.business_id))) throw mayNotInstall()
    const inTheWay = stateInTheWay(carrier)
    if (inTheWay !== null || carrier.device_id === null) throw new Problem('conflict', inTheWay ?? NO_DEVICE)
    if (reason === 'other' && !note) throw invalid({ note: [say('say-reason')] })
    await this.installations.lockBoth(transaction, carrier.device_id, imei)
    const device = await this.install.freeDevice(transaction, by, imei)
    if (device.id === carrier.device_id) throw invalid({ imei: [say('on-it-already')] })
    const old = await this.installations.lock(transaction, { id: carrier.device_id })
    // In this case, another request has replaced the tracker while this request waited for the locks.
    if (old.entity_id !== id) throw new Problem('conflict', say('replaced-just-now'))
    const why = note ? `${reason}: ${note}` : reason
    const removed = await this.installations.takeOff(transaction, by, old, { reason: why, returned })
    await this.installations.putOn(transaction, by, device, id)
    return toDeviceResponse(removed)
  }

  private async carrier(transaction: ScopedTransaction, id: number) {
    return existing(await this.repository.carrier(transaction, id), 'entity')
  }
}

/** Returns the reason why a vehicle's tracker cannot be replaced; null when it can be replaced. */
function stateInTheWay({ vehicle_type, device_id }: { vehicle_type: string; device_id: number | null }): Sentence | null {
  if (vehicle_type === 'unregistered') return say('unregistered')
  return device_id === null ? NO_DEVICE : null
}
