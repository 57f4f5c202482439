import { createHash } from 'node:crypto'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { existing, invalid } from '../../http/problems.js'
import { type RowOf, told } from '../../http/told.js'
import { CleanUp } from '../../jobs/index.js'
import { PUSH_SERVICES, type PushServices } from '../../push/index.js'
import type { PushAddressDto, PushRegistrationDto } from './dto/push-registration.dto.js'
import { say } from './texts.js'

/** Nobody carries more phones; the one that was seen longest ago makes room. */
const MAX_DEVICES = 20
/** A phone or a browser that has not been heard of for so long is gone. */
const UNSEEN_DAYS = 365

/** Whose device it is. */
type Owner = { userId: number } | { consumerId: number }
interface OwnedRow {
  id: number
  business_id: number | null
}

/** Phones and browsers that are told. */
@Injectable()
export class PushRegistrationsService implements OnModuleInit {
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
    private readonly cleanUp: CleanUp,
    @Inject(PUSH_SERVICES) private readonly services: PushServices,
  ) {}

  onModuleInit(): void {
    this.cleanUp.forgets('push_registrations', { since: 'last_seen_at', days: UNSEEN_DAYS })
  }

  register(by: Acting, owner: Owner, { kind, ...address }: PushAddressDto): Promise<PushRegistrationDto> {
    if (address.endpoint !== undefined && !this.services.allow(address.endpoint)) {
      throw invalid({ endpoint: [say('unknown-push-service')] })
    }
    return this.database.write(by.caller.scope, async (transaction) => {
      const { id, business_id } = await this.owner(transaction, owner)
      const hash = hashOf(address)
      const [column, values] = [columnOf(owner), JSON.stringify(address)]
      const seen = await transaction.row<RowOf<PushRegistrationDto>>(sql`UPDATE push_registrations p
        SET last_seen_at = now(), address = ${values} WHERE p.address_hash = ${hash} AND p.${column} = ${id} RETURNING ${TOLD}`)
      if (seen) return told(seen)
      const added = await transaction.row<RowOf<PushRegistrationDto>>(sql`
        INSERT INTO push_registrations AS p (${column}, kind, address, address_hash) VALUES (${id}, ${kind}, ${values}, ${hash})
        RETURNING ${TOLD}`)
      await transaction.rows(sql`DELETE FROM push_registrations p WHERE p.${column} = ${id} AND p.id IN (
        SELECT o.id FROM push_registrations o WHERE o.${column} = ${id} ORDER BY o.last_seen_at DESC, o.id DESC OFFSET ${MAX_DEVICES})`)
      const device = existing(added, 'customer')
      await this.audit.record(transaction, by, 'push-registration.create', {
        id: device.id,
        businessId: business_id,
        after: { kind },
      })
      return told(device)
    })
  }

  forget(by: Acting, owner: Owner, { kind, ...address }: PushAddressDto): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { id, business_id } = await this.owner(transaction, owner)
      const gone = await transaction.row<{ id: number }>(sql`DELETE FROM push_registrations p
        WHERE p.address_hash = ${hashOf(address)} AND p.${columnOf(owner)} = ${id} RETURNING p.id`)
      if (!gone) return
      await this.audit.record(transaction, by, 'push-registration.delete', {
        id: gone.id,
        businessId: business_id,
        before: { kind },
      })
    })
  }

  /** @throws Problem 404 for who is out of sight */
  private async owner(transaction: ScopedTransaction, owner: Owner): Promise<OwnedRow> {
    const found =
      'userId' in owner
        ? await transaction.row<OwnedRow & Record<string, unknown>>(sql`SELECT u.id, u.business_id FROM users u
            WHERE u.id = ${owner.userId}`)
        : await transaction.row<OwnedRow & Record<string, unknown>>(sql`SELECT k.id, k.business_id FROM consumers k
            WHERE k.id = ${owner.consumerId} AND ${transaction.within(sql`k.business_id`)}`)
    return existing(found, 'customer')
  }
}

const TOLD = sql`p.id, p.kind, p.created_at, p.last_seen_at`
const columnOf = (owner: Owner): Sql => ('userId' in owner ? sql`user_id` : sql`consumer_id`)

/** What a device is looked up by: its token, or the address at its push service. */
const hashOf = ({ token, endpoint }: Omit<PushAddressDto, 'kind'>): Buffer =>
  createHash('sha256')
    .update(token ?? endpoint ?? '')
    .digest()
