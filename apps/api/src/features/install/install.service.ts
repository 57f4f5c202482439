import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, invalid } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { assertFree, type DeviceRow, InstallationsService } from '../devices/index.js'
import { type CreateEntityDto, EntitiesService, type EntityDto, EntityWritesService } from '../entities/index.js'
import { MaintenancePlansService } from '../maintenance/index.js'
import { CoursesService } from '../subscriptions/index.js'
import type { InstallCustomerDto, InstallDeviceDto, InstallDto } from './dto/install.dto.js'
import type { EntityCustomerDto, InstallBusinessDto, LatestEntityDto } from './dto/installed.dto.js'
import { InstallRepository } from './install.repository.js'
import { MAY_NOT_INSTALL, mayNotInstall } from './may-not-install.js'
import { absent, required } from '../../texts/platform.js'
import { say } from './texts.js'

/** New vehicle with everything that can be added together with it. */
export type NewVehicle = CreateEntityDto &
  Pick<InstallDto, 'maintenance_plan_id' | 'subscription_id'> & { imei?: string; customer?: InstallCustomerDto }

const AS_SET = new Set(['tags', 'maintenance_plans'])

/** Adds a vehicle, its tracker and its customer in one transaction. */
@Injectable()
export class InstallService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly install: InstallRepository,
    private readonly installations: InstallationsService,
    private readonly writes: EntityWritesService,
    private readonly entities: EntitiesService,
    private readonly plans: MaintenancePlansService,
    private readonly courses: CoursesService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async create(by: Acting, body: InstallDto): Promise<EntityDto> {
    const id = await this.onceOnly.write<number>(by, async (transaction) => {
      await this.assertMayInstall(transaction, body.business_id ?? by.caller.businessId)
      const groups = await this.install.tagsOfGroups(transaction, body.tag_groups ?? [])
      if (!groups) throw invalid({ tag_groups: [absent('tag-group')] })
      const isCustomers = body.user_target === 'customer'
      if (isCustomers && !body.customer) throw invalid({ customer: [say('customer-required')] })
      const tags = [...new Set([...(body.tags ?? []), ...groups])]
      return this.add(transaction, by, { ...body, tags, customer: isCustomers ? body.customer : undefined })
    })
    return this.entities.get(by.caller, id, AS_SET)
  }

  /**
   * Adds a vehicle with its tracker, customer and everything else in the body, as part of a larger write.
   * @returns the vehicle's id
   */
  async add(transaction: ScopedTransaction, by: Acting, body: NewVehicle): Promise<number> {
    const { imei, maintenance_plan_id: plan, subscription_id: subscription, customer } = body
    await this.writes.lockNumbers(transaction, by, body)
    const device = imei == null ? undefined : await this.freeDevice(transaction, by, imei)
    // A concurrent request for the same tracker waits here before it adds a vehicle.
    if (device) assertFree(device)
    const entityId = await this.writes.add(transaction, by, body)
    if (device) await this.installations.putOn(transaction, by, device, entityId)
    if (plan != null) await this.plans.give(transaction, by, entityId, plan)
    if (subscription != null) await this.courses.giveOne(transaction, by, entityId, subscription)
    if (customer) await this.addCustomer(transaction, by, entityId, customer)
    await this.writes.assertNoTwin(transaction, by, entityId, body)
    return entityId
  }

  async addDevice(by: Acting, body: InstallDeviceDto): Promise<EntityDto> {
    await this.onceOnly.write<number>(by, async (transaction) => {
      const device = await this.freeDevice(transaction, by, body.imei, body.entity_id)
      await this.installations.putOn(transaction, by, device, body.entity_id)
      return body.entity_id
    })
    return this.entities.get(by.caller, body.entity_id, AS_SET)
  }

  /**
   * Locks and returns a device by its IMEI. If the device is on an unregistered entity, deletes that entity, because the
   * tracker is really on the vehicle that is being installed.
   * @param keep an entity that is never deleted
   */
  async freeDevice(transaction: ScopedTransaction, by: Acting, imei: string, keep?: number): Promise<DeviceRow> {
    const device = await this.installations.lock(transaction, { imei })
    const { entity_id: entityId } = device
    if (entityId === null || entityId === keep) return device
    if (!(await this.install.isUnregistered(transaction, entityId))) return device
    await this.writes.remove(transaction, by, entityId)
    return this.installations.lock(transaction, { id: device.id })
  }

  async latest(caller: Caller): Promise<LatestEntityDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.install.latest(transaction))
    return rows.map(toApiRow)
  }

  async businesses(caller: Caller): Promise<InstallBusinessDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.install.businesses(transaction, caller.businessId))
    return rows.map(({ id, name, can_install_devices }) => ({
      id,
      name,
      blocked_message: can_install_devices ? null : MAY_NOT_INSTALL,
    }))
  }

  async customerOf(caller: Caller, entityId: number): Promise<EntityCustomerDto> {
    return existing(
      await this.database.read(caller.scope, (transaction) => this.install.customerOf(transaction, entityId)),
      'customer',
    )
  }

  /** @throws Problem 403 when the business is not allowed to install */
  async assertMayInstall(transaction: ScopedTransaction, businessId: number | null): Promise<void> {
    if (businessId === null) throw invalid({ business_id: [required('business')] })
    const mayInstall = await this.install.mayInstall(transaction, businessId)
    if (mayInstall === undefined) throw invalid({ business_id: [absent('business')] })
    if (!mayInstall) throw mayNotInstall()
  }

  /** Adds the customer. The audit log records the customer's name, but not the address or phone number. */
  private async addCustomer(
    transaction: ScopedTransaction,
    by: Acting,
    entityId: number,
    customer: InstallCustomerDto,
  ): Promise<void> {
    await this.install.addCustomer(transaction, entityId, customer, by.caller.locale)
    await this.audit.record(transaction, by, 'entity.customer', {
      id: entityId,
      after: { customer: `${customer.first_name} ${customer.last_name}` },
    })
  }
}
