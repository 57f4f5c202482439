import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { OnceOnly } from '../../database/once-only.js'
import { heldBy } from '../../database/held.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, invalid, notFound, Problem } from '../../http/problems.js'
import type { BusinessContentsRow, BusinessRow } from './business.row.js'
import { auditedProperties } from './business-changes.js'
import { BusinessesRepository } from './businesses.repository.js'
import type { MovedDto } from './dto/removal.dto.js'
import { say } from './texts.js'

/** Foreign key that prevents deleting a business that issued invoices, because its series of invoice numbers must stay. */
const SERIES = 'invoices_seller_id_fkey'

/**
 * Removes businesses in two steps (G-20). First, everything in a business is moved to another business. Then the empty
 * business is deleted.
 */
@Injectable()
export class BusinessRemovalService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  delete(by: Acting, id: number, kind?: BusinessKind): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const business = await this.business(transaction, id, kind)
      const contents = await this.businesses.countContents(transaction, id)
      if (Object.values(contents).some((count) => count > 0)) throw notEmpty(contents)
      await this.audit.record(transaction, by, 'business.delete', {
        id,
        businessId: business.parent_id,
        before: auditedProperties(business),
      })
      await heldBy(this.businesses.delete(transaction, id), stillHeld)
    })
  }

  moveEverything(by: Acting, id: number, to: number): Promise<MovedDto> {
    return this.onceOnly.write(by, async (transaction) => {
      await this.businesses.lockTree(transaction)
      await this.business(transaction, id)
      if (!(await this.businesses.findOne(transaction, to))) throw notFound('business')
      const rows = await refusedBy(this.businesses.moveContents(transaction, id, to), (rule) => invalid({ to: [rule] }))
      const moved = Object.fromEntries(rows.map(({ table_name, moved: count }) => [table_name, count]))
      const counts = {
        businesses: moved.businesses ?? 0,
        users: moved.users ?? 0,
        entities: moved.entities ?? 0,
        devices: moved.devices ?? 0,
        customers: moved.consumers ?? 0,
        trips: moved.trips ?? 0,
      }
      for (const businessId of [id, to]) {
        await this.audit.record(transaction, by, 'business.move-everything', {
          id: businessId,
          businessId,
          after: { from: id, to, ...counts },
        })
      }
      return counts
    })
  }

  private async business(transaction: ScopedTransaction, id: number, kind?: BusinessKind): Promise<BusinessRow> {
    return existing(await this.businesses.findForUpdate(transaction, id, kind), 'business')
  }
}

/** Returns a problem such as "3 users, 12 entities: move them first", with the counts as data. */
function notEmpty(contents: BusinessContentsRow): Problem {
  const parts = (Object.keys(contents) as (keyof BusinessContentsRow)[]).filter((name) => contents[name] > 0)
  const said = parts.map((name) => say(`contents.${name}`, { count: contents[name] }))
  return new Problem('conflict', say('move-them-first', { contents: said }), { counts: { ...contents } })
}

const stillHeld = (constraint: string | undefined, cause: unknown) =>
  new Problem('conflict', say(constraint === SERIES ? 'issued-invoices' : 'past-belongs-to-it'), { cause })
