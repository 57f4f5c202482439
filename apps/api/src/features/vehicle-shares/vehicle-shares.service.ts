import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { tokenHash } from '../../auth/tokens/bearer-token.js'
import type { Caller } from '../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import { existing, notFound, Problem } from '../../http/problems.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { toApiRow } from '../../http/api-row.js'
import { linkTo, newSecret, positionOf, toPoint, TrackRepository, type View, viewOf } from '../../sharing/index.js'
import type {
  NewVehicleShareDto,
  SharedVehicleDto,
  SharedVehicleLinkDto,
  ShareVehicleDto,
  VehicleShareDto,
} from './dto/vehicle-share.dto.js'
import { say } from './texts.js'
import { VehicleSharesRepository } from './vehicle-shares.repository.js'

/** Maximum live links of a vehicle. With more links, users lose track of who has them. */
const MOST_LIVE = 20
/** Period of the trail that a link shows, in milliseconds: two days. The next constant is the maximum number of its points. */
const SHOWN_MS = 2 * 86_400_000
const MOST_POINTS = 500

/**
 * Links that show a vehicle's location without an account, for example to a person waiting for the vehicle. Consumers'
 * vehicles cannot be shared (G-106).
 */
@Injectable()
export class VehicleSharesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly shares: VehicleSharesRepository,
    private readonly track: TrackRepository,
    private readonly audit: AuditLog,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  list(caller: Caller, entityId: number): Promise<VehicleShareDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.shares.findVehicle(transaction, entityId), 'entity')
      return (await this.shares.findAll(transaction, entityId)).map(toApiRow)
    })
  }

  /**
   * Makes a link. Only this response contains the link's secret, because the secret is not stored. A repeated request returns
   * the link without it.
   */
  add(by: Acting, entityId: number, { hours }: ShareVehicleDto): Promise<NewVehicleShareDto> {
    return this.onceOnly.write<NewVehicleShareDto>(
      by,
      async (transaction) => {
        const found = existing(await this.shares.lockVehicle(transaction, entityId), 'entity')
        if (found.is_consumers) throw new Problem('conflict', say('consumers'))
        if ((await this.shares.countLive(transaction, entityId)) >= MOST_LIVE)
          throw new Problem('conflict', say('too-many', { max: MOST_LIVE }))
        const { secret, hash } = newSecret()
        const { business_id: businessId } = found
        const one = { entityId, businessId, tokenHash: hash, by: by.caller, hours }
        const id = await this.shares.add(transaction, one)
        const after = { share_id: id, hours }
        await this.audit.record(transaction, by, 'entity.share', { type: 'entity', id: entityId, businessId, after })
        const share = toApiRow(existing(await this.shares.findOne(transaction, entityId, id), 'share'))
        return { ...share, link: linkTo(this.configuration, 'shared-vehicle', secret) }
      },
      (share) => ({ ...share, link: null }),
    )
  }

  revoke(by: Acting, entityId: number, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { business_id: businessId } = existing(await this.shares.lockVehicle(transaction, entityId), 'entity')
      const share = existing(await this.shares.findOne(transaction, entityId, id), 'share')
      if (share.revoked_at !== null) return
      await this.shares.revoke(transaction, entityId, id, by.caller.userId)
      const before = { share_id: id }
      await this.audit.record(transaction, by, 'entity.share.revoke', { type: 'entity', id: entityId, businessId, before })
    })
  }

  /** Returns the vehicle behind a link. Every link that cannot be opened gets the same error, whatever the reason. */
  async show({ link, since }: SharedVehicleLinkDto, origin: RequestOrigin): Promise<SharedVehicleDto> {
    const live = await this.shares.findBusiness(tokenHash(link))
    if (!live) throw notFound('share')
    const now = new Date()
    const { shown, view } = await this.database.read([live.business_id], async (transaction) => {
      const shared = existing(await this.shares.findShared(transaction, live.id), 'share')
      const newest = new Date(Math.max(shared.created_at.getTime(), now.getTime() - SHOWN_MS))
      const from = since === undefined ? newest : new Date(Math.max(newest.getTime(), Date.parse(since) + 1))
      const signal = await this.track.findSignal(transaction, shared.entity_id)
      const trail = await this.track.findTrail(transaction, shared.entity_id, { from, till: now, most: MOST_POINTS })
      const { name, vehicle_type, brand, model, color, license_plate, last_viewed_at: lastViewedAt } = shared
      const view = viewOf({ since, oldestPoint: trail[0]?.positioned_at ?? null, lastViewedAt }, now)
      const shown: SharedVehicleDto = {
        since: shared.created_at.toISOString(),
        expires_at: shared.expires_at.toISOString(),
        now: now.toISOString(),
        vehicle: { name, vehicle_type, brand, model, color, license_plate },
        position: positionOf(signal, now),
        trail: trail.map(toPoint),
      }
      return { shown, view }
    })
    await this.note(view, live, origin)
    return shown
  }

  /**
   * Stores the time of an anonymous view of the link before the response is sent. A view that opens the page is also counted
   * and recorded in the audit log, unlike a view on a page that is already open.
   */
  private async note(view: View, live: { id: number; business_id: number }, origin: RequestOrigin): Promise<void> {
    if (view === 'nothing') return
    await this.database.write([live.business_id], async (transaction) => {
      const shared = existing(await this.shares.findShared(transaction, live.id), 'share')
      await this.shares.noteView(transaction, live.id, view === 'opening' ? 1 : 0)
      if (view === 'look') return
      await this.audit.recordOutsider(transaction, {
        actor: 'Link',
        origin,
        action: 'entity.share.open',
        type: 'entity',
        id: shared.entity_id,
        businessId: shared.business_id,
        after: { share_id: shared.id },
      })
    })
  }
}
