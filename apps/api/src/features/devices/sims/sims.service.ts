import { Inject, Injectable } from '@nestjs/common'
import { ownerIn, ResourceService } from '../../../resources/index.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { invalid } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { DevicesRepository } from '../devices.repository.js'
import type { SimDto, WriteSimDto } from './sim.dto.js'
import type { SimRow } from './sim-list.js'
import { SimsRepository, type SimValues } from './sims.repository.js'
import { absent } from '../../../texts/platform.js'
import { say } from '../texts.js'

/** SIM cards of trackers. */
@Injectable()
export class SimsService extends ResourceService<SimRow, SimDto> {
  @Inject(SimsRepository) private readonly sims: SimsRepository
  @Inject(DevicesRepository) private readonly devices: DevicesRepository
  protected readonly of = 'sim'
  protected readonly toDto = (row: SimRow) => toApiRow(row)
  protected readonly audited = ({ iccid, msisdn, provider, status, imei, activated_at, expires_at }: SimRow) =>
    toApiRow({ iccid, msisdn, provider, status, imei, activated_at, expires_at })

  create(by: Acting, body: WriteSimDto): Promise<SimDto> {
    return this.make(by, 'sim.create', async (transaction) => {
      const wanted = await this.wanted(transaction, by.caller, body, undefined)
      return takenBy(this.sims.add(transaction, wanted), taken)
    })
  }

  update(by: Acting, id: number, body: WriteSimDto, ifMatch: string | null): Promise<SimDto> {
    const save = async (transaction: ScopedTransaction, before: SimRow) => {
      const wanted = await this.wanted(transaction, by.caller, body, before)
      await takenBy(this.sims.save(transaction, id, wanted), taken)
    }
    return this.change(by, id, 'sim.update', save, { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'sim.delete', (transaction) => this.sims.delete(transaction, id))
  }

  protected find(transaction: ScopedTransaction, id: number): Promise<SimRow | undefined> {
    return this.sims.findOne(transaction, id)
  }

  /** Returns the values to store. A SIM in a tracker gets the tracker's business. */
  private async wanted(
    transaction: ScopedTransaction,
    caller: Caller,
    body: WriteSimDto,
    before: SimRow | undefined,
  ): Promise<SimValues> {
    const deviceId = body.device_id === undefined ? (before?.device_id ?? null) : body.device_id
    const device = deviceId === null ? undefined : await this.devices.findOne(transaction, deviceId)
    if (deviceId !== null && !device) throw invalid({ device_id: [absent('device')] })
    const businessId = await ownerIn(transaction, caller, device?.business_id ?? body.business_id ?? before?.business_id)
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
}

const taken = (constraint: string) =>
  constraint === 'sims_device' ? invalid({ device_id: [say('has-another-sim')] }) : invalid({ iccid: [say('iccid-taken')] })
