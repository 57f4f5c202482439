import { Injectable } from '@nestjs/common'
import { existing } from '../../../http/problems.js'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { BusinessRow } from '../business.row.js'
import { BusinessesRepository } from '../businesses.repository.js'
import { type AttachToVendorDto, LINK_FAILURES, type LinkFailure, type LinkResultDto } from '../dto/link.dto.js'
import type { SubVendorLinkDto } from '../dto/sub-vendor-link.dto.js'
import { type LinkCandidateRow, LinksRepository } from './links.repository.js'
import { say } from '../texts.js'

type Linkable = 'entity' | 'user' | 'device'

/** Links entities, users and devices to a business. Returns the reason for each object that cannot be linked. */
@Injectable()
export class LinksService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
    private readonly links: LinksRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  link(by: Acting, businessId: number, what: Linkable, ids: number[]): Promise<LinkResultDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const target = existing(await this.businesses.findOne(transaction, businessId), 'business')
      return this.linkAll(transaction, by, target, what, ids)
    })
  }

  /** Attaches entities of any business in scope, with their trackers and customers. */
  attachToVendor(by: Acting, { vendor_id, entities }: AttachToVendorDto): Promise<LinkResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const target = existing(await this.businesses.findOne(transaction, vendor_id, 'vendor'), 'vendor')
      return this.linkAll(transaction, by, target, 'entity', entities)
    })
  }

  /**
   * Links devices to a sub-vendor. The devices are from a vendor's stock, or they move together with the vehicles that
   * they are installed on.
   */
  linkToSubVendor(by: Acting, { link_type, vendor, devices }: SubVendorLinkDto): Promise<LinkResultDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const target = existing(await this.businesses.findOne(transaction, vendor.id, vendor.type), 'business')
      if (link_type === 'device') return this.linkAll(transaction, by, target, 'device', devices)
      const carriers = await this.links.findCarriers(transaction, devices)
      const entities = [...new Set(carriers.values())]
      const result = await this.linkAll(transaction, by, target, 'entity', entities)
      const linked = devices.filter((id) => result.linked.includes(carriers.get(id) ?? 0))
      const reasonOf = (id: number) => result.failed.find((one) => one.id === carriers.get(id))?.reason ?? 'not_found'
      return toResult(linked, devices, (id) => reasonOf(id) as LinkFailure)
    })
  }

  private async linkAll(
    transaction: ScopedTransaction,
    by: Acting,
    target: BusinessRow,
    what: Linkable,
    ids: number[],
  ): Promise<LinkResultDto> {
    const found = new Map((await this.find(transaction, by.caller, target, what, ids)).map((row) => [row.id, row]))
    const linked = ids.filter((id) => found.get(id)?.failure === null)
    const moving = linked.filter((id) => found.get(id)?.business_id !== target.id)
    await this.move(transaction, target, what, moving)
    await this.audit.recordAll(
      transaction,
      by,
      moving.map((id) => ({
        action: `${what}.link`,
        id,
        businessId: target.id,
        before: { business_id: found.get(id)?.business_id },
        after: { business_id: target.id },
      })),
    )
    return toResult(linked, ids, (id) => found.get(id)?.failure ?? 'not_found')
  }

  private find(
    transaction: ScopedTransaction,
    caller: Caller,
    target: BusinessRow,
    what: Linkable,
    ids: number[],
  ): Promise<LinkCandidateRow[]> {
    if (what === 'user') return this.links.findUsers(transaction, ids, caller)
    if (what === 'device') return this.links.findDevices(transaction, ids, target.id)
    return this.links.findEntities(transaction, ids, target.id)
  }

  private move(transaction: ScopedTransaction, target: BusinessRow, what: Linkable, ids: number[]): Promise<void> {
    if (what === 'user') return this.links.linkUsers(transaction, ids, target.id)
    if (what === 'device') return this.links.linkDevices(transaction, ids, target.id)
    return this.links.linkEntities(transaction, ids, target.id)
  }
}

/** Returns the result. The sentence with the number of failures has the wording of the specification. */
function toResult(linked: number[], asked: number[], failureOf: (id: number) => LinkFailure): LinkResultDto {
  const failed = asked
    .filter((id) => !linked.includes(id))
    .map((id) => ({ id, reason: failureOf(id), message: LINK_FAILURES[failureOf(id)] }))
  return { linked, failed, message: failed.length > 0 ? say('devices-failed', { count: failed.length }) : null }
}
