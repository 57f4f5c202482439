import { Injectable } from '@nestjs/common'
import { existing } from '../../../http/problems.js'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { CriteriaOf } from '../../../lists/list.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import type { MissingCaseDto } from '../dto/missing-case.dto.js'
import { MISSING_CASE_LIST } from './missing-case-list.js'
import { toCaseResponse } from './missing-case-response.js'
import { MissingCasesRepository } from './missing-cases.repository.js'

/** Cases of vehicles that are or were missing. */
@Injectable()
export class MissingCasesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly cases: MissingCasesRepository,
    private readonly views: ConsumerViews,
  ) {}

  async list(by: Acting, criteria: CriteriaOf<typeof MISSING_CASE_LIST>): Promise<Page<MissingCaseDto>> {
    const { rows, total } = await this.database.read(by.caller.scope, (transaction) =>
      MISSING_CASE_LIST.findPage(transaction, by.caller, criteria),
    )
    const entityIds = rows.flatMap((row) => (row.is_consumers && row.latitude !== null ? [row.entity_id] : []))
    await this.views.note(by, { entityIds, kind: 'list' })
    return { data: rows.map(toCaseResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  /** @param id id of a vehicle with an open case; if there is none, id of a case (G-35) */
  async find(caller: Caller, id: number): Promise<MissingCaseDto> {
    const row = existing(
      await this.database.read(
        caller.scope,
        async (transaction) =>
          (await this.cases.findOpen(transaction, caller, id)) ?? (await this.cases.findOne(transaction, caller, id)),
      ),
      'case',
    )
    return toCaseResponse(row)
  }

  async get(caller: Caller, id: number): Promise<MissingCaseDto> {
    const row = existing(
      await this.database.read(caller.scope, (transaction) => this.cases.findOne(transaction, caller, id)),
      'case',
    )
    return toCaseResponse(row)
  }
}
