import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { OnceRequest } from '../../http/once.js'
import { invalid, notFound } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { told } from '../../http/told.js'
import { type DeviceRow, InstallationsService } from '../devices/index.js'
import { EntitiesService, type EntityDto, EntityWritesService } from '../entities/index.js'
import { MaintenancePlansService } from '../maintenance/index.js'
import type { InstallDeviceDto, InstallDto } from './dto/install.dto.js'
import type { EntityCustomerDto, InstallBusinessDto, LatestEntityDto } from './dto/installed.dto.js'
import { InstallRepository } from './install.repository.js'
import { MAY_NOT_INSTALL, mayNotInstall } from './may-not-install.js'

const AS_SET = new Set(['tags', 'maintenance_plans'])

/** From the box to the bike: a vehicle, its tracker and its customer by one write, of which all is there or nothing. */
@Injectable()
export class InstallService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly install: InstallRepository,
    private readonly installations: InstallationsService,
    private readonly writes: EntityWritesService,
    private readonly entities: EntitiesService,
    private readonly plans: MaintenancePlansService,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  async create(caller: Caller, said: InstallDto, once: OnceRequest | null, origin: RequestOrigin): Promise<EntityDto> {
    const id = await this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do<number>(transaction, caller, once, {
        run: async () => {
          await this.assertMayInstall(transaction, said.business_id ?? caller.businessId)
          const device = await this.freeDevice(transaction, caller, said.imei, origin)
          const groups = await this.install.tagsOfGroups(transaction, said.tag_groups ?? [])
          if (!groups) throw invalid({ tag_groups: ['There is no such tag group'] })
          const tags = [...new Set([...(said.tags ?? []), ...groups])]
          const entityId = await this.writes.add(transaction, caller, { ...said, tags }, origin)
          await this.installations.putOn(transaction, caller, device, entityId, origin)
          const { maintenance_plan_id: plan } = said
          if (plan != null) await this.plans.give(transaction, caller, entityId, plan, origin)
          if (said.user_target === 'customer') await this.addCustomer(transaction, caller, entityId, said, origin)
          return entityId
        },
      }),
    )
    return this.entities.get(caller, id, AS_SET)
  }

  async addDevice(caller: Caller, said: InstallDeviceDto, once: OnceRequest | null, origin: RequestOrigin): Promise<EntityDto> {
    await this.database.write(caller.scope, (transaction) =>
      this.onceOnly.do<number>(transaction, caller, once, {
        run: async () => {
          const device = await this.freeDevice(transaction, caller, said.imei, origin, said.entity_id)
          await this.installations.putOn(transaction, caller, device, said.entity_id, origin)
          return said.entity_id
        },
      }),
    )
    return this.entities.get(caller, said.entity_id, AS_SET)
  }

  /**
   * A locked device by its IMEI. When it is on an entity that nobody registered, that entity is deleted: what is installed is
   * the vehicle that it really is on.
   * @param keep an entity that stays whatever it is
   */
  async freeDevice(
    transaction: ScopedTransaction,
    caller: Caller,
    imei: string,
    origin: RequestOrigin,
    keep?: number,
  ): Promise<DeviceRow> {
    const device = await this.installations.lock(transaction, { imei })
    const { entity_id: entityId } = device
    if (entityId === null || entityId === keep) return device
    if (!(await this.install.isUnregistered(transaction, entityId))) return device
    await this.writes.remove(transaction, caller, entityId, origin)
    return this.installations.lock(transaction, { id: device.id })
  }

  async latest(caller: Caller): Promise<LatestEntityDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.install.latest(transaction))
    return rows.map(told)
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
    const found = await this.database.read(caller.scope, (transaction) => this.install.customerOf(transaction, entityId))
    if (!found) throw notFound('customer')
    return found
  }

  private async assertMayInstall(transaction: ScopedTransaction, businessId: number | null): Promise<void> {
    if (businessId === null) throw invalid({ business_id: ['Business is required'] })
    const mayInstall = await this.install.mayInstall(transaction, businessId)
    if (mayInstall === undefined) throw invalid({ business_id: ['There is no such business'] })
    if (!mayInstall) throw mayNotInstall()
  }

  /** The log tells who the customer is, and not how to reach them. */
  private async addCustomer(
    transaction: ScopedTransaction,
    caller: Caller,
    entityId: number,
    { customer }: InstallDto,
    origin: RequestOrigin,
  ): Promise<void> {
    if (!customer) throw invalid({ customer: ['Customer info is required'] })
    await this.install.addCustomer(transaction, entityId, customer, caller.locale)
    await this.audit.record(transaction, {
      ...{ caller, origin, action: 'entity.customer', object: { type: 'entity', id: entityId } },
      after: { customer: `${customer.first_name} ${customer.last_name}` },
    })
  }
}
