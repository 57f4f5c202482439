import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { BaseMap } from '../../../base-map/index.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { roundCoordinate } from '@roadbook/geo'
import type { MadeFile } from '../../../http/file-answer.js'
import { existing } from '../../../http/problems.js'
import { iso } from '../../../http/iso.js'
import { toApiRow } from '../../../http/api-row.js'
import { positionOf, toPoint } from '../../../sharing/index.js'
import { LocateService } from '../../commands/index.js'
import { evidenceFile } from './case-evidence.js'
import { CaseEventsRepository } from './case-events.repository.js'
import { CasePhotosRepository } from './case-photos.repository.js'
import { CaseRoomRepository } from './case-room.repository.js'
import { nextReportAt } from '../alarms/case-signals.js'
import { CaseSharesRepository } from '../shares/case-shares.repository.js'
import { CaseTrackRepository } from './case-track.repository.js'
import type { CaseAssigneeDto, CaseRoomDto, UsualPlaceDto } from '../dto/case-room.dto.js'
import { MissingCasesRepository } from '../cases/missing-cases.repository.js'
import { type MissingCaseRow, toCaseResponse } from '../cases/missing-case-response.js'
import { type UsualPlace, usualPlaces } from '../alarms/usual-places.js'

/** Period of the trail on the screen, in milliseconds (two weeks). A longer trail would not fit on the map. */
const TRAIL_MS = 14 * 86_400_000
const MOST_POINTS = 1_000

/** Locations of a vehicle since the report, and its usual places. Both are empty when the location is hidden. */
type Whereabouts = Pick<CaseRoomDto, 'position' | 'trail' | 'trail_from' | 'usual_places' | 'next_report_expected_at'>

/** Everything that recovery staff need while they search for a vehicle (T-07). */
@Injectable()
export class CaseRoomService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly cases: MissingCasesRepository,
    private readonly rooms: CaseRoomRepository,
    private readonly track: CaseTrackRepository,
    private readonly shares: CaseSharesRepository,
    private readonly events: CaseEventsRepository,
    private readonly photos: CasePhotosRepository,
    private readonly locates: LocateService,
    private readonly views: ConsumerViews,
    private readonly audit: AuditLog,
    private readonly baseMap: BaseMap,
  ) {}

  async get(by: Acting, id: number): Promise<CaseRoomDto> {
    const { caller } = by
    const now = new Date()
    const found = await this.database.read(caller.scope, async (transaction) => {
      const row = existing(await this.cases.findOne(transaction, caller, id), 'case')
      const vehicle = existing(await this.rooms.findVehicle(transaction, row.entity_id), 'case')
      const reporting = await this.rooms.findReporting(transaction, id)
      const shares = await this.shares.findAll(transaction, id)
      const timeline = await this.events.find(transaction, id, row.location_hidden)
      const photos = await this.photos.findAll(transaction, id)
      return { row, vehicle, reporting, shares, timeline, photos, where: await this.whereabouts(transaction, row, now) }
    })
    const { row, where } = found
    const { imei, ...vehicle } = found.vehicle
    if (row.is_consumers && !row.location_hidden) {
      await this.views.note(by, { entityIds: [row.entity_id], kind: 'live', call: 'missing/:id/room' })
    }
    return {
      entity_id: row.entity_id,
      case: toCaseResponse(row),
      vehicle,
      imei,
      ...where,
      reporting: found.reporting ? toApiRow(found.reporting) : null,
      locate: await this.locates.get(caller, row.entity_id),
      photos: found.photos,
      shares: found.shares.map(toApiRow),
      timeline: found.timeline.map(toApiRow),
    }
  }

  /**
   * Makes the evidence document for the police, with its author and time (G-82). Records the document as an event of the case.
   */
  async evidence(by: Acting, id: number, timeZone: string): Promise<MadeFile> {
    const { caller } = by
    const found = await this.database.write(caller.scope, async (transaction) => {
      const row = existing(await this.cases.findOne(transaction, caller, id), 'case')
      const vehicle = existing(await this.rooms.findVehicle(transaction, row.entity_id), 'case')
      await this.events.add(transaction, id, { kind: 'evidence', userId: caller.userId })
      await this.audit.record(transaction, by, 'missing.evidence', {
        type: 'missing-case',
        id,
        businessId: row.business_id,
        after: { location_shown: !row.location_hidden },
      })
      const now = new Date()
      const { trail } = await this.whereabouts(transaction, row, now)
      const newest = row.location_hidden ? [] : await this.track.findNewest(transaction, row.entity_id, row.ended_at ?? now)
      const timeline = await this.events.find(transaction, id, row.location_hidden)
      const madeBy = await this.rooms.nameOf(transaction, caller.userId)
      const photos = await this.photos.findContents(transaction, id)
      return { row, vehicle, trail, newest, timeline, photos, madeBy, madeAt: now.toISOString() }
    })
    const { row, trail, newest, timeline, madeBy, madeAt } = found
    if (row.is_consumers && !row.location_hidden) {
      await this.views.note(by, { entityIds: [row.entity_id], kind: 'detail', call: 'missing/:id/evidence' })
    }
    const { imei, ...vehicle } = found.vehicle
    return evidenceFile(
      {
        case: toCaseResponse(row),
        vehicle,
        imei,
        trail,
        positions: newest.map(toPoint),
        timeline: timeline.map(toApiRow).reverse(),
        photos: found.photos,
        madeBy,
        madeAt,
      },
      { locale: caller.locale, timeZone },
      (view) => this.baseMap.within(view),
    )
  }

  assignees(caller: Caller, id: number): Promise<CaseAssigneeDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      const row = existing(await this.cases.findOne(transaction, caller, id), 'case')
      return this.rooms.findAssignees(transaction, row.business_id)
    })
  }

  private async whereabouts(transaction: ScopedTransaction, row: MissingCaseRow, now: Date): Promise<Whereabouts> {
    const till = row.ended_at ?? now
    const from = new Date(Math.max(row.opened_at.getTime(), till.getTime() - TRAIL_MS))
    if (row.location_hidden) {
      return { position: null, trail: [], trail_from: from.toISOString(), usual_places: [], next_report_expected_at: null }
    }
    const { entity_id: entityId } = row
    const signal = await this.track.findSignal(transaction, entityId)
    const trail = await this.track.findTrail(transaction, entityId, { from, till, most: MOST_POINTS })
    const stands = await this.track.findStands(transaction, entityId, row.opened_at)
    return {
      position: positionOf(signal, now),
      trail: trail.map(toPoint),
      trail_from: from.toISOString(),
      usual_places: usualPlaces(stands).map(toUsualPlace),
      next_report_expected_at: iso(nextReportAt(await this.track.findBeats(transaction, entityId))),
    }
  }
}

const toUsualPlace = ({ latitude, longitude, radiusM, nights, stoodS, lastAt }: UsualPlace): UsualPlaceDto => ({
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
  radius_m: radiusM,
  nights,
  stood_s: stoodS,
  last_at: lastAt.toISOString(),
})
