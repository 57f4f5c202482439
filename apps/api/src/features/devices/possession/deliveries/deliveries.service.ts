import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../../audit/audit-log.js'
import type { Acting } from '../../../../auth/acting.js'
import { OnceOnly } from '../../../../database/once-only.js'
import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { takenBy } from '../../../../database/taken.js'
import { existing, invalid } from '../../../../http/problems.js'
import { ownerIn } from '../../../../resources/index.js'
import { ids } from '../../../../texts/platform.js'
import type { Sentence } from '../../../../texts/sentence.js'
import { say } from '../../texts.js'
import { changedMeanwhile } from '../claims/changed-meanwhile.js'
import { DeviceClaimsService } from '../claims/claims.service.js'
import { DeliveriesRepository } from './deliveries.repository.js'
import type { DeliverDevicesDto, DeliveredDevicesDto, DeliveryImportDto, ImportDeliveriesDto } from './delivery.dto.js'
import { assertSuperAdmin } from '../only-super-admins.js'
import { PossessionRepository } from '../possession.repository.js'
import { readDeliverySheet } from './read-delivery-sheet.js'
import type { Numbered } from '../tracker-numbers.repository.js'
import { TrackerNumbers } from '../tracker-numbers.js'

/** Error of a row, and the field with the error. */
interface Fault {
  field: 'imei' | 'tracker_id'
  message: Sentence
}

/** Records which trackers were delivered to which business. */
@Injectable()
export class DeviceDeliveriesService {
  constructor(
    private readonly onceOnly: OnceOnly,
    private readonly deliveries: DeliveriesRepository,
    private readonly possession: PossessionRepository,
    private readonly numbers: TrackerNumbers,
    private readonly claims: DeviceClaimsService,
    private readonly audit: AuditLog,
  ) {}

  /** Stores all rows. If one row is invalid, stores none. */
  deliver(by: Acting, { business_id, imeis = [], trackers = [] }: DeliverDevicesDto): Promise<DeliveredDevicesDto> {
    assertSuperAdmin(by.caller)
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, business_id)
      const rows: Numbered[] = [...imeis.map((imei) => ({ imei })), ...trackers]
      if (rows.length === 0) throw invalid({ imeis: [say('not-imeis')] })
      const faults = await this.faultsOf(transaction, rows, ids('once'))
      if (faults.size > 0) {
        const named = [...faults].map(
          ([at, { field, message }]) => [`trackers.${at - imeis.length}.${field}`, [message]] as const,
        )
        throw invalid(Object.fromEntries(named))
      }
      return this.write(transaction, by, rows, businessId)
    })
  }

  /** Stores the valid rows of a sheet and returns the invalid ones. */
  import(by: Acting, { csv, columns, business_id, dry_run = false }: ImportDeliveriesDto): Promise<DeliveryImportDto> {
    assertSuperAdmin(by.caller)
    const { rows, failed, first_rows } = readDeliverySheet(csv, columns)
    return this.onceOnly.write(by, async (transaction) => {
      const businessId = await ownerIn(transaction, by.caller, business_id)
      const values = rows.map((row) => row.values)
      const faults = await this.faultsOf(transaction, values, say('imei-twice'))
      const bad = rows.flatMap(({ row }, at) => {
        const fault = faults.get(at)
        return fault ? [{ row, ...fault }] : []
      })
      const good = values.filter((_, at) => !faults.has(at))
      await transaction.execute('SAVEPOINT trial')
      const written = await this.write(transaction, by, good, businessId)
      if (dry_run) await transaction.execute('ROLLBACK TO SAVEPOINT trial')
      return { dry_run, ...written, failed: [...failed, ...bad].sort((a, b) => a.row - b.row), first_rows }
    })
  }

  /** Removes a delivery. Only super admins can find deliveries. */
  remove(by: Acting, id: number): Promise<void> {
    return this.onceOnly.write({ ...by, once: null }, async (transaction) => {
      const removed = await this.deliveries.remove(transaction, id)
      await this.audit.record(transaction, by, 'delivery.delete', { id, businessId: null, before: existing(removed, 'delivery') })
    })
  }

  /**
   * Finds duplicate rows, and numbers that other trackers have.
   * @returns the errors by row index
   */
  private async faultsOf(
    transaction: ScopedTransaction,
    rows: readonly Numbered[],
    imeiTwice: Sentence,
  ): Promise<ReadonlyMap<number, Fault>> {
    const faults = new Map<number, Fault>()
    const imeis = new Set<string>()
    const numbers = new Set<string>()
    const conflicts = await this.numbers.conflicts(transaction, rows)
    for (const [at, { imei, tracker_id: number }] of rows.entries()) {
      const conflict = number ? conflicts.get(imei) : undefined
      if (imeis.has(imei)) faults.set(at, { field: 'imei', message: imeiTwice })
      else if (number && numbers.has(number)) faults.set(at, { field: 'tracker_id', message: say('number-twice') })
      else if (conflict) faults.set(at, { field: 'tracker_id', message: conflict })
      imeis.add(imei)
      if (number) numbers.add(number)
    }
    return faults
  }

  /** Stores deliveries and registers the devices that waited for them. Existing devices stay unchanged. */
  private async write(
    transaction: ScopedTransaction,
    by: Acting,
    rows: readonly Numbered[],
    businessId: number,
  ): Promise<DeliveredDevicesDto> {
    const imeis = rows.map(({ imei }) => imei)
    await this.possession.lockWaiting(transaction, imeis)
    await this.numbers.lock(transaction)
    const delivered = await takenBy(this.deliveries.put(transaction, rows, businessId, by.caller.userId), changedMeanwhile)
    await this.audit.recordAll(
      transaction,
      by,
      delivered.map(({ id, imei, tracker_id }) => ({
        action: 'delivery.create',
        id,
        businessId: null,
        after: { imei, ...(tracker_id && { tracker_id }), business_id: businessId },
      })),
    )
    const settled = await this.possession.findSettled(transaction, imeis)
    let registered = 0
    for (const { id } of settled) {
      const claim = await this.possession.findOne(transaction, id)
      if (claim && (await this.claims.register(transaction, by, claim))) registered++
    }
    return { delivered: delivered.length, registered, differing: await this.deliveries.countDiffering(transaction, imeis) }
  }
}
