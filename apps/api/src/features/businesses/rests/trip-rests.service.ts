import { Injectable } from '@nestjs/common'
import { VEHICLE_TYPES } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { assertUnchanged } from '../../../http/if-match.js'
import { existing } from '../../../http/problems.js'
import type { BusinessRow } from '../business.row.js'
import { BusinessesRepository } from '../businesses.repository.js'
import type { InheritedTripRestDto, OwnTripRestsDto, TripRestDto, TripRestsDto } from '../dto/trip-rests.dto.js'
import { type RestRow, TripRestsRepository } from './trip-rests.repository.js'

/** Rest times that end a trip (G-104). They are set by a business or its parents, or are the defaults. */
@Injectable()
export class TripRestsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
    private readonly rests: TripRestsRepository,
    private readonly audit: AuditLog,
  ) {}

  get({ scope }: Caller, id: number): Promise<TripRestsDto> {
    return this.database.read(scope, async (transaction) =>
      this.restsOf(transaction, existing(await this.businesses.findOne(transaction, id), 'business')),
    )
  }

  /** @param wanted all rest times that the business sets itself */
  put(by: Acting, id: number, wanted: OwnTripRestsDto['rests'], ifMatch: string | null): Promise<TripRestsDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const business = existing(await this.businesses.findForUpdate(transaction, id), 'business')
      assertUnchanged(ifMatch, business.updated_at)
      const before = await this.restsOf(transaction, business)
      const own = wanted.filter(({ rest_minutes }) => rest_minutes !== null)
      await this.rests.put(transaction, id, own)
      await this.businesses.save(transaction, id, business)
      const after = await this.restsOf(transaction, existing(await this.businesses.findOne(transaction, id), 'business'))
      const [old, present] = [audited(before), audited(after)]
      await this.audit.record(transaction, by, 'business.trip-rests', { id, businessId: id, before: old, after: present })
      return after
    })
  }

  private async restsOf(transaction: ScopedTransaction, { id, updated_at }: BusinessRow): Promise<TripRestsDto> {
    const said = await this.rests.find(transaction, id)
    const rests = VEHICLE_TYPES.map((vehicle_type): TripRestDto => {
      const ofType = said.filter((row) => row.vehicle_type === vehicle_type)
      const own = ofType.find(({ from_id }) => from_id === id)
      const above = ofType.find(({ from_id }) => from_id !== id)
      const inherited = above ? toWord(above) : { rest_minutes: TRIP_PARAMETERS[vehicle_type].restS / 60, from: null }
      const { rest_minutes: in_force, from } = own ? toWord(own) : inherited
      return { vehicle_type, rest_minutes: own?.rest_minutes ?? null, in_force, from, inherited }
    })
    return { rests, updated_at: updated_at.toISOString() }
  }
}

const toWord = ({ rest_minutes, from_id, from_name }: RestRow): InheritedTripRestDto => ({
  rest_minutes,
  from: { business_id: from_id, name: from_name },
})

const audited = ({ rests }: TripRestsDto) =>
  Object.fromEntries(rests.map(({ vehicle_type, rest_minutes }) => [vehicle_type, rest_minutes]))
