import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { assertUnchanged } from '../../../http/if-match.js'
import { invalid, notFound } from '../../../http/problems.js'
import { told } from '../../../http/told.js'
import { DevicesRepository } from '../devices.repository.js'
import type { SimDto, WriteSimDto } from './sim.dto.js'
import type { SimRow } from './sim-list.js'
import { SimsRepository, type SimValues } from './sims.repository.js'
import { absent, required } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** the SIM cards of trackers. */
@Injectable()
export class SimsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly sims: SimsRepository,
    private readonly devices: DevicesRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  get(caller: Caller, id: number): Promise<SimDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.sim(transaction, id)))
  }

  create(by: Acting, body: WriteSimDto): Promise<SimDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const wanted = await this.wanted(transaction, by.caller, body, undefined)
      const id = await takenBy(this.sims.add(transaction, wanted), taken)
      const after = await this.sim(transaction, id)
      await this.record(transaction, by, 'sim.create', undefined, after)
      return told(after)
    })
  }

  update(by: Acting, id: number, body: WriteSimDto, ifMatch: string | null): Promise<SimDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.sim(transaction, id)
      assertUnchanged(ifMatch, before.updated_at)
      const wanted = await this.wanted(transaction, by.caller, body, before)
      await takenBy(this.sims.save(transaction, id, wanted), taken)
      const after = await this.sim(transaction, id)
      await this.record(transaction, by, 'sim.update', before, after)
      return told(after)
    })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.sim(transaction, id)
      await this.sims.delete(transaction, id)
      await this.audit.record(transaction, by, 'sim.delete', { id, businessId: before.business_id, before: audited(before) })
    })
  }

  /** A SIM in a tracker belongs to whom the tracker belongs to. */
  private async wanted(
    transaction: ScopedTransaction,
    caller: Caller,
    body: WriteSimDto,
    before: SimRow | undefined,
  ): Promise<SimValues> {
    const deviceId = body.device_id === undefined ? (before?.device_id ?? null) : body.device_id
    const device = deviceId === null ? undefined : await this.devices.findOne(transaction, deviceId)
    if (deviceId !== null && !device) throw invalid({ device_id: [absent('device')] })
    const businessId = device?.business_id ?? body.business_id ?? before?.business_id ?? caller.businessId
    if (businessId === null) throw invalid({ business_id: [required('business')] })
    if (!(await this.devices.businessExists(transaction, businessId))) {
      throw invalid({ business_id: [absent('business')] })
    }
    const time = (value: string | null | undefined, old: Date | null) =>
      value === undefined ? old : value === null ? null : new Date(value)
    const wanted: SimValues = {
      iccid: body.iccid,
      msisdn: body.msisdn === undefined ? (before?.msisdn ?? null) : body.msisdn,
      provider: body.provider === undefined ? (before?.provider ?? null) : body.provider,
      status: body.status ?? before?.status ?? 'inactive',
      data_used_bytes: body.data_used_bytes ?? before?.data_used_bytes ?? 0,
      activated_at: time(body.activated_at, before?.activated_at ?? null),
      expires_at: time(body.expires_at, before?.expires_at ?? null),
      device_id: deviceId,
      business_id: businessId,
    }
    if (wanted.activated_at && wanted.expires_at && wanted.expires_at <= wanted.activated_at) {
      throw invalid({ expires_at: [say('after-activation')] })
    }
    return wanted
  }

  private async sim(transaction: ScopedTransaction, id: number): Promise<SimRow> {
    const row = await this.sims.findOne(transaction, id)
    if (!row) throw notFound('sim')
    return row
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    before: SimRow | undefined,
    after: SimRow,
  ): Promise<void> {
    return this.audit.record(transaction, by, action, {
      type: 'sim',
      id: after.id,
      businessId: after.business_id,
      before: before && audited(before),
      after: audited(after),
    })
  }
}

const taken = (constraint: string) =>
  constraint === 'sims_device' ? invalid({ device_id: [say('has-another-sim')] }) : invalid({ iccid: [say('iccid-taken')] })

const audited = ({ iccid, msisdn, provider, status, imei, activated_at, expires_at }: SimRow) =>
  told({ iccid, msisdn, provider, status, imei, activated_at, expires_at })
