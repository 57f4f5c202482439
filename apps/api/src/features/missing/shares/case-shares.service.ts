import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import { tokenHash } from '../../../auth/tokens/bearer-token.js'
import type { Caller } from '../../../auth/caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../../configuration.js'
import { OnceOnly } from '../../../database/once-only.js'
import { Disclosures } from '../../../disclosures/index.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { existing, notFound, Problem } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import type { RequestOrigin } from '../../../http/request-origin.js'
import type { PhotoFile } from '../../../photos/index.js'
import { linkTo, newSecret, positionOf, toPoint, type View, viewOf } from '../../../sharing/index.js'
import { CasePhotosRepository } from '../room/case-photos.repository.js'
import { CasePhotosService } from '../room/case-photos.service.js'
import { CaseSharesRepository } from './case-shares.repository.js'
import { CaseTrackRepository } from '../room/case-track.repository.js'
import type { CaseShareDto, NewCaseShareDto } from '../dto/case-room.dto.js'
import type { SharedCaseDto, SharedCaseLinkDto } from '../dto/shared-case.dto.js'
import type { ShareMissingCaseDto } from '../dto/write-missing-case.dto.js'
import { MissingWritesRepository } from '../cases/missing-writes.repository.js'
import { say } from '../texts.js'

/** Maximum live links of a case. With more links, users lose track of who has them. */
const MOST_LIVE = 20
/** Period of the trail that a link shows, in milliseconds: two days. The next constant is the maximum number of its points. */
const SHOWN_MS = 2 * 86_400_000
const MOST_POINTS = 500

/** Links that show a missing vehicle to the police or a finder, without an account (G-84). */
@Injectable()
export class CaseSharesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly shares: CaseSharesRepository,
    private readonly cases: MissingWritesRepository,
    private readonly track: CaseTrackRepository,
    private readonly photos: CasePhotosRepository,
    private readonly photoFiles: CasePhotosService,
    private readonly disclosures: Disclosures,
    private readonly audit: AuditLog,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  list(caller: Caller, caseId: number): Promise<CaseShareDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.cases.find(transaction, caseId), 'case')
      return (await this.shares.findAll(transaction, caseId)).map(toApiRow)
    })
  }

  /**
   * Makes a link. Only this response contains the link's secret, because the secret is not stored. A repeated request returns
   * the link without it.
   */
  add(by: Acting, caseId: number, { hours }: ShareMissingCaseDto): Promise<NewCaseShareDto> {
    return this.onceOnly.write<NewCaseShareDto>(
      by,
      async (transaction) => {
        const found = existing(await this.cases.lock(transaction, caseId), 'case')
        if (found.state !== 'open') throw new Problem('conflict', say('not-open'))
        if ((await this.shares.countLive(transaction, caseId)) >= MOST_LIVE) {
          throw new Problem('conflict', say('share-too-many', { max: MOST_LIVE }))
        }
        const { secret, hash } = newSecret()
        const { business_id: businessId } = found
        const one = { caseId, businessId, tokenHash: hash, by: by.caller, hours }
        const id = await this.shares.add(transaction, one)
        await this.disclosures.notify(transaction, by.caller, { kind: 'case-link', id })
        const after = { share_id: id, hours }
        await this.audit.record(transaction, by, 'missing.share', { type: 'missing-case', id: caseId, businessId, after })
        const share = toApiRow(existing(await this.shares.findOne(transaction, caseId, id), 'share'))
        return { ...share, link: linkTo(this.configuration, 'shared-case', secret) }
      },
      (share) => ({ ...share, link: null }),
    )
  }

  revoke(by: Acting, caseId: number, id: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const found = existing(await this.cases.lock(transaction, caseId), 'case')
      const share = existing(await this.shares.findOne(transaction, caseId, id), 'share')
      if (!share.is_live) return
      await this.shares.revoke(transaction, caseId, id, by.caller.userId)
      await this.audit.record(transaction, by, 'missing.share.revoke', {
        type: 'missing-case',
        id: caseId,
        businessId: found.business_id,
        before: { share_id: id },
      })
    })
  }

  /** Returns the case behind a link. Every link that cannot be opened gets the same error, whatever the reason. */
  async show({ link, since }: SharedCaseLinkDto, origin: RequestOrigin): Promise<SharedCaseDto> {
    const live = await this.shares.findBusiness(tokenHash(link))
    if (!live) throw notFound('share')
    const now = new Date()
    const { shown, view } = await this.database.read([live.business_id], async (transaction) => {
      const shared = existing(await this.shares.findShared(transaction, live.id), 'share')
      const newest = new Date(Math.max(shared.opened_at.getTime(), now.getTime() - SHOWN_MS))
      const from = since === undefined ? newest : new Date(Math.max(newest.getTime(), Date.parse(since) + 1))
      const signal = await this.track.findSignal(transaction, shared.entity_id)
      const trail = await this.track.findTrail(transaction, shared.entity_id, { from, till: now, most: MOST_POINTS })
      const photos = await this.photos.findAll(transaction, shared.case_id)
      const { name, vehicle_type, brand, model, color, frame_number, license_plate, last_viewed_at: lastViewedAt } = shared
      const view = viewOf({ since, oldestPoint: trail[0]?.positioned_at ?? null, lastViewedAt }, now)
      const shown: SharedCaseDto = {
        number: shared.number,
        opened_at: shared.opened_at.toISOString(),
        expires_at: shared.expires_at.toISOString(),
        now: now.toISOString(),
        vehicle: { name, vehicle_type, brand, model, color, frame_number, license_plate },
        photos,
        position: positionOf(signal, now),
        trail: trail.map(toPoint),
      }
      return { shown, view }
    })
    await this.note(view, live, origin)
    return shown
  }

  /**
   * Returns a photo of the vehicle behind a link. It is shown on a page that is already open, so it does not count as another
   * opening.
   */
  async photo(link: string, photoId: number, origin: RequestOrigin): Promise<PhotoFile> {
    const live = await this.shares.findBusiness(tokenHash(link))
    if (!live) throw notFound('share')
    const now = new Date()
    const { file, view } = await this.database.read([live.business_id], async (transaction) => {
      const shared = existing(await this.shares.findShared(transaction, live.id), 'share')
      const file = await this.photoFiles.fileOf(transaction, shared.case_id, photoId)
      const open = { since: now.toISOString(), oldestPoint: null, lastViewedAt: shared.last_viewed_at }
      return { file, view: viewOf(open, now) }
    })
    await this.note(view, live, origin)
    return file
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
        action: 'missing.share.open',
        type: 'missing-case',
        id: shared.case_id,
        businessId: shared.business_id,
        after: { share_id: shared.id },
      })
    })
  }
}
