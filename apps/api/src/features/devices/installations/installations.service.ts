import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { lockedBy, takenBy } from '../../../database/taken.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import type { DeviceDto } from '../dto/device.dto.js'
import type { DetachDeviceDto } from '../dto/write-device.dto.js'
import type { DeviceRow } from '../device.row.js'
import { toDeviceResponse } from '../device-response.js'
import { DevicesRepository } from '../devices.repository.js'
import { CustomerNotices } from './customer-notices.js'
import { type CarrierRow, InstallationsRepository } from './installations.repository.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** Installs trackers on entities and removes them. The entity keeps its history and its odometer. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly installations: InstallationsRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly notices: CustomerNotices,
  ) {}

  attach(by: Acting, id: number, entityId: number): Promise<DeviceDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const device = await this.device(transaction, id)
      return toDeviceResponse(await this.putOn(transaction, by, device, entityId))
    })
  }

  detach(by: Acting, id: number, body: DetachDeviceDto): Promise<DeviceDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const device = await this.device(transaction, id)
      return toDeviceResponse(await this.takeOff(transaction, by, device, body))
    })
  }

  /**
   * Locks a device. Every larger write does this first, so that a concurrent write waits and then sees the result.
   * @throws Problem 409 when the lock takes too long
   */
  async lock(transaction: ScopedTransaction, which: { id: number } | { imei: string }): Promise<DeviceRow> {
    if ('id' in which) return this.device(transaction, which.id)
    const id = await this.installations.findByImei(transaction, which.imei)
    if (id === undefined) throw invalid({ imei: [say('unknown-imei')] })
    return this.device(transaction, id)
  }

  /** Locks two devices for a swap. Must be called before anything else is locked. */
  lockBoth(transaction: ScopedTransaction, id: number, imei: string): Promise<void> {
    return this.installations.lockBoth(transaction, id, imei)
  }

  /** Finds a device by its IMEI without locking it. */
  async findByImei(transaction: ScopedTransaction, imei: string): Promise<DeviceRow | undefined> {
    const id = await this.installations.findByImei(transaction, imei)
    return id === undefined ? undefined : this.find(transaction, id)
  }

  /** Finds a device without locking it. */
  find(transaction: ScopedTransaction, id: number): Promise<DeviceRow | undefined> {
    return this.devices.findOne(transaction, id)
  }

  /**
   * Installs a locked device on an entity, as part of a larger write.
   * @returns the device afterwards
   */
  async putOn(transaction: ScopedTransaction, by: Acting, device: DeviceRow, entityId: number): Promise<DeviceRow> {
    const entity = await this.installations.lockCarrier(transaction, entityId)
    if (!entity) throw invalid({ entity_id: [absent('entity')] })
    assertFits(device, entity)
    const begun = this.installations.begin(transaction, device.id, entity, by.caller.userId)
    await takenBy(begun, justTaken)
    await this.record(transaction, by, 'device.install', device, entity.id, { entity: entity.name })
    await this.notices.notifyOfInstallation(transaction, by.caller, entity.id)
    return this.device(transaction, device.id)
  }

  /**
   * Removes a locked device from its entity, as part of a larger write.
   * @returns the device afterwards
   */
  async takeOff(
    transaction: ScopedTransaction,
    by: Acting,
    device: DeviceRow,
    { reason, returned = false }: DetachDeviceDto,
  ): Promise<DeviceRow> {
    if (device.entity_id === null) throw new Problem('conflict', say('on-no-vehicle'))
    await this.installations.lockCarrier(transaction, device.entity_id)
    await this.installations.end(transaction, device.id, by.caller.userId, reason, returned)
    const removal = { entity: device.entity_name, reason, returned }
    await this.record(transaction, by, 'device.remove', device, device.entity_id, removal)
    await this.notices.notifyOfRemoval(transaction, by.caller, device.entity_id)
    return this.device(transaction, device.id)
  }

  /** Marks a locked device without a vehicle as sent back, or as not sent back, as part of a larger write. */
  markReturned(transaction: ScopedTransaction, device: DeviceRow, returned: boolean): Promise<void> {
    return this.installations.markReturned(transaction, device.id, returned)
  }

  private async device(transaction: ScopedTransaction, id: number): Promise<DeviceRow> {
    return existing(await lockedBy(this.devices.lock(transaction, id), justTaken), 'device')
  }

  /** Records the change in the history of the device and of the entity. */
  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    device: DeviceRow,
    entityId: number,
    details: Record<string, unknown>,
  ): Promise<void> {
    const after = { imei: device.imei, ...details }
    const write = { action, businessId: device.business_id, after }
    return this.audit.recordAll(transaction, by, [
      { ...write, id: device.id },
      { ...write, type: 'entity', id: entityId },
    ])
  }
}

/** @throws Problem 409 when a device cannot be installed on any vehicle */
export function assertFree(device: DeviceRow): void {
  if (device.state === 'installed') throw new Problem('conflict', say('on-vehicle-already'))
  if (device.state === 'returned') throw new Problem('conflict', say('was-sent-back'))
}

const justTaken = () => new Problem('conflict', say('installed-just-now'))

/**
 * @throws Problem 409 with the reason why the device cannot be on this entity; 403 when the business is not allowed to install
 *   (R-120)
 */
function assertFits(device: DeviceRow, entity: CarrierRow): void {
  if (!entity.can_install_devices) {
    throw new Problem('forbidden', say('may-not-install'))
  }
  assertFree(device)
  if (entity.device_id !== null) throw new Problem('conflict', say('vehicle-has-device'))
  if (entity.vehicle_type === 'unregistered') throw new Problem('conflict', say('unregistered'))
}
