import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { absent, ids as idRules } from '../../../texts/platform.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { invalid } from '../../../http/problems.js'
import {
  DEVICE_LINK_FAILURES,
  type DeviceLinkFailure,
  type DeviceLinkResultDto,
  type FailedDeviceLinkDto,
  type LinkToEnterpriseDto,
} from './link-to-enterprise.dto.js'
import { say } from '../texts.js'

interface LinkableRow {
  id: number
  imei: string
  business_id: number
  on_vehicle: boolean
}

/** R-187: gives devices to an enterprise; what can be linked is, and for the rest it is said why not. */
@Injectable()
export class EnterpriseLinkService {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  link(by: Acting, { enterprise_id: target, devices: ids = [], imeis = [] }: LinkToEnterpriseDto): Promise<DeviceLinkResultDto> {
    if (ids.length + imeis.length === 0) throw invalid({ devices: [idRules('no-devices')] })
    return this.onceOnly.write(by, async (transaction) => {
      if (!(await this.isEnterprise(transaction, target))) {
        throw invalid({ enterprise_id: [absent('enterprise')] })
      }
      const found = await this.find(transaction, ids, imeis)
      const isBlocked = ({ business_id, on_vehicle }: LinkableRow) => on_vehicle && business_id !== target
      const linked = found.filter((row) => !isBlocked(row))
      await this.move(transaction, by, linked, target)
      const failed = [
        ...found.filter(isBlocked).map((row) => failure(row.id, row.imei, 'on_vehicle')),
        ...ids.filter((id) => !found.some((row) => row.id === id)).map((id) => failure(id, null, 'not_found')),
        ...imeis.filter((imei) => !found.some((row) => row.imei === imei)).map((imei) => failure(null, imei, 'not_found')),
      ]
      const message = failed.length > 0 ? say('devices-failed', { count: failed.length }) : null
      return { linked: linked.map(({ id }) => id), failed, message }
    })
  }

  private async isEnterprise(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT b.id FROM businesses b
      WHERE b.id = ${id} AND b.kind = 'enterprise' AND ${transaction.within(sql`b.id`)}`)
    return found !== undefined
  }

  private find(transaction: ScopedTransaction, ids: readonly number[], imeis: readonly string[]): Promise<LinkableRow[]> {
    return transaction.rows<LinkableRow>(sql`SELECT d.id, d.imei, d.business_id, EXISTS (
        SELECT 1 FROM device_periods_in_scope(d.id) period WHERE period.removed_at IS NULL
      ) AS on_vehicle
      FROM devices d
      WHERE (d.id = ANY (${[...ids]}::int[]) OR d.imei = ANY (${[...imeis]}::text[])) AND d.deleted_at IS NULL
        AND ${transaction.within(sql`d.business_id`)}
      ORDER BY d.id FOR UPDATE OF d`)
  }

  private async move(transaction: ScopedTransaction, by: Acting, linked: readonly LinkableRow[], target: number): Promise<void> {
    const moving = linked.filter(({ business_id }) => business_id !== target)
    await transaction.rows(sql`UPDATE devices d SET business_id = ${target}, updated_at = clock_timestamp()
      WHERE d.id = ANY (${moving.map(({ id }) => id)}::int[]) AND ${transaction.within(sql`d.business_id`)}`)
    await this.audit.recordAll(
      transaction,
      by,
      moving.map(({ id, business_id }) => ({
        action: 'device.link',
        id,
        businessId: target,
        before: { business_id },
        after: { business_id: target },
      })),
    )
  }
}

const failure = (id: number | null, imei: string | null, reason: DeviceLinkFailure): FailedDeviceLinkDto => ({
  id,
  imei,
  reason,
  message: DEVICE_LINK_FAILURES[reason],
})
