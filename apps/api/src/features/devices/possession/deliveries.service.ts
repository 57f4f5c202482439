import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { sql } from '../../../database/sql.js'
import { existing } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { DeviceClaimsService } from './claims.service.js'
import type { DeliverDevicesDto, DeliveredDevicesDto } from './delivery.dto.js'
import { assertSuperAdmin } from './only-super-admins.js'
import { PossessionRepository } from './possession.repository.js'

/** Who wrote down what was sent to whom. */
@Injectable()
export class DeviceDeliveriesService {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly possession: PossessionRepository,
    private readonly claims: DeviceClaimsService,
    private readonly audit: AuditLog,
  ) {}

  deliver(by: Acting, { business_id, imeis }: DeliverDevicesDto): Promise<DeliveredDevicesDto> {
    assertSuperAdmin(by.caller)
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, business_id)
      const delivered = await transaction.rows<{ id: number; imei: string }>(sql`
        INSERT INTO device_deliveries (imei, business_id, created_by)
        SELECT imei, ${businessId}::int, ${by.caller.userId}::int FROM unnest(${imeis}::text[]) imei
        ON CONFLICT (imei) DO UPDATE SET business_id = excluded.business_id, created_by = excluded.created_by, created_at = now()
        RETURNING id, imei`)
      await this.audit.recordAll(
        transaction,
        by,
        delivered.map(({ id, imei }) => ({
          action: 'delivery.create',
          id,
          businessId: null,
          after: { imei, business_id: businessId },
        })),
      )
      const settled = await this.possession.findSettled(transaction, imeis)
      let registered = 0
      for (const { id } of settled) {
        const claim = await this.possession.findOne(transaction, id)
        if (claim && (await this.claims.register(transaction, by, claim))) registered++
      }
      return { delivered: delivered.length, registered }
    })
  }

  /** For anybody but super admins there are none. */
  remove(by: Acting, id: number): Promise<void> {
    return this.onceOnly.write({ ...by, once: null }, async (transaction) => {
      const removed = await transaction.row<{ imei: string; business_id: number }>(
        sql`DELETE FROM device_deliveries l WHERE l.id = ${id} AND ${by.caller.scope === 'all'}::boolean RETURNING l.imei, l.business_id`,
      )
      await this.audit.record(transaction, by, 'delivery.delete', { id, businessId: null, before: existing(removed, 'delivery') })
    })
  }
}
