import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { assertUnchanged } from '../../http/if-match.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import type { BusinessRow } from './business.row.js'
import { BUSINESS_LIST } from './business-list.js'
import { auditedContract, auditedProperties, misplaced, newBusiness, noActiveVendor, withChanges } from './business-changes.js'
import { toBusinessResponse } from './business-response.js'
import { toTree } from './business-tree.js'
import { BusinessesRepository } from './businesses.repository.js'
import type { BusinessDto } from './dto/business.dto.js'
import type { BusinessNodeDto } from './dto/business-node.dto.js'
import type { BusinessPropertiesDto, UpdateBusinessDto } from './dto/write-business.dto.js'
import { say } from './texts.js'

/** Parent of a new business. Only super admins create businesses at the root. */
export type NewPlace = number | 'root'

@Injectable()
export class BusinessesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the businesses in scope as trees. Parents out of scope are left out, so the caller's own business is a root. */
  async tree(caller: Caller): Promise<BusinessNodeDto[]> {
    return toTree(await this.database.read(caller.scope, (transaction) => this.businesses.findAll(transaction)))
  }

  async list(caller: Caller, kind: BusinessKind, criteria: ListCriteria<BusinessKind>): Promise<Page<BusinessDto>> {
    const { rows, total } = await this.database.read(caller.scope, (transaction) =>
      BUSINESS_LIST.findPage(transaction, caller, { ...criteria, own: kind }),
    )
    return { data: rows.map((row) => toBusinessResponse(row, caller)), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  async get(caller: Caller, id: number, kind?: BusinessKind): Promise<BusinessDto> {
    const row = existing(
      await this.database.read(caller.scope, (transaction) => this.businesses.findOne(transaction, id, kind)),
      'business',
    )
    return toBusinessResponse(row, caller)
  }

  create(by: Acting, place: NewPlace, kind: BusinessKind, body: BusinessPropertiesDto): Promise<BusinessDto> {
    if (place === 'root' && by.caller.scope !== 'all') throw noActiveVendor()
    const wanted = newBusiness(body, by.caller)
    return this.onceOnly.write(by, async (transaction) => {
      const parent = place === 'root' ? null : await this.business(transaction, place)
      const added = await refusedBy(this.businesses.add(transaction, parent?.id ?? null, kind, wanted), misplaced)
      await this.audit.record(transaction, by, 'business.create', {
        id: added.id,
        businessId: added.id,
        after: auditedProperties(added),
      })
      if (by.caller.scope === 'all') await this.recordContract(transaction, by, undefined, added)
      return toBusinessResponse(added, by.caller)
    })
  }

  /** @param ifMatch state of the business that the caller wants to change; null for any state */
  update(by: Acting, id: number, changes: UpdateBusinessDto, ifMatch: string | null, kind?: BusinessKind): Promise<BusinessDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      if (changes.parent_id !== undefined) await this.businesses.lockTree(transaction)
      const before = await this.business(transaction, id, kind)
      assertUnchanged(ifMatch, before.updated_at)
      const wanted = withChanges(before, changes, by.caller)
      await this.businesses.save(transaction, id, wanted)
      if (changes.parent_id !== undefined) await this.place(transaction, by.caller, before, changes.parent_id)
      const after = await this.business(transaction, id)
      await this.audit.record(transaction, by, 'business.update', {
        id,
        businessId: id,
        before: auditedProperties(before),
        after: auditedProperties(after),
      })
      if (by.caller.scope === 'all') await this.recordContract(transaction, by, before, after)
      return toBusinessResponse(after, by.caller)
    })
  }

  /** Moves a business with everything below it. */
  move(by: Acting, id: number, parentId: number | null, kind?: BusinessKind): Promise<BusinessDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      await this.businesses.lockTree(transaction)
      const before = await this.business(transaction, id, kind)
      await this.place(transaction, by.caller, before, parentId)
      const after = await this.business(transaction, id)
      await this.audit.record(transaction, by, 'business.move', {
        id,
        businessId: id,
        before: auditedProperties(before),
        after: auditedProperties(after),
      })
      return toBusinessResponse(after, by.caller)
    })
  }

  private async place(
    transaction: ScopedTransaction,
    caller: Caller,
    business: BusinessRow,
    parentId: number | null,
  ): Promise<void> {
    if (business.parent_id === parentId) return
    if (business.id === caller.businessId) throw new Problem('conflict', say('own-stays'))
    if (parentId === null && caller.scope !== 'all') throw noActiveVendor()
    if (parentId !== null && !(await this.businesses.findOne(transaction, parentId))) throw notFound('business')
    await refusedBy(this.businesses.move(transaction, business.id, parentId), misplaced)
  }

  private async business(transaction: ScopedTransaction, id: number, kind?: BusinessKind): Promise<BusinessRow> {
    return existing(await this.businesses.findForUpdate(transaction, id, kind), 'business')
  }

  /** Records a change of the contract in a separate entry, which only super admins see. */
  private async recordContract(
    transaction: ScopedTransaction,
    by: Acting,
    before: BusinessRow | undefined,
    after: BusinessRow,
  ): Promise<void> {
    const [old, present] = [before && auditedContract(before), auditedContract(after)]
    if (JSON.stringify(old) === JSON.stringify(present)) return
    await this.audit.record(transaction, by, 'business.contract', {
      id: after.id,
      businessId: null,
      before: old,
      after: present,
    })
  }
}
