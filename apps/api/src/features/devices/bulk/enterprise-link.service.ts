import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { OnceOnly } from '../../../database/once-only.js'
import { absent, ids as idRules } from '../../../texts/platform.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { invalid } from '../../../http/problems.js'
import { EnterpriseLinksRepository, type LinkableRow } from './enterprise-links.repository.js'
import {
  DEVICE_LINK_FAILURES,
  type DeviceLinkFailure,
  type DeviceLinkResultDto,
  type FailedDeviceLinkDto,
  type LinkToEnterpriseDto,
} from './link-to-enterprise.dto.js'
import { say } from '../texts.js'

/** Links devices to an enterprise. Returns the reason for each device that cannot be linked. */
@Injectable()
export class EnterpriseLinkService {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly links: EnterpriseLinksRepository,
    private readonly audit: AuditLog,
  ) {}

  link(by: Acting, { enterprise_id: target, devices: ids = [], imeis = [] }: LinkToEnterpriseDto): Promise<DeviceLinkResultDto> {
    if (ids.length + imeis.length === 0) throw invalid({ devices: [idRules('no-devices')] })
    return this.onceOnly.write(by, async (transaction) => {
      if (!(await this.links.isEnterprise(transaction, target))) {
        throw invalid({ enterprise_id: [absent('enterprise')] })
      }
      const found = await this.links.findForUpdate(transaction, ids, imeis)
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

  private async move(transaction: ScopedTransaction, by: Acting, linked: readonly LinkableRow[], target: number): Promise<void> {
    const moving = linked.filter(({ business_id }) => business_id !== target)
    await this.links.move(
      transaction,
      moving.map(({ id }) => id),
      target,
    )
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
