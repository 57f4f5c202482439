import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { notFound } from '../../../http/problems.js'
import type { List } from '../../../lists/list.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { BusinessesRepository } from '../businesses.repository.js'
import { type BusinessReach, countDevicesBelow } from './contents-lists.js'
import type { DeviceStatisticsDto } from '../dto/business-contents.dto.js'

/** Users, entities and devices of a business, in pages. */
@Injectable()
export class BusinessContentsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly businesses: BusinessesRepository,
  ) {}

  page<Row extends QueryResultRow, Dto>(
    list: List<Row, Dto, BusinessReach>,
    caller: Caller,
    businessId: number,
    criteria: ListCriteria<BusinessReach>,
  ): Promise<Page<Dto>> {
    return this.at(caller, businessId, async (transaction) => {
      const own = { ...criteria.own, businessId }
      const { rows, total } = await list.findPage(transaction, caller, { ...criteria, own })
      return { data: rows.map(list.toDto), meta: pageMeta(criteria.page, criteria.limit, total) }
    })
  }

  statistics(caller: Caller, businessId: number): Promise<DeviceStatisticsDto> {
    return this.at(caller, businessId, async (transaction) => {
      const counted = await transaction.row<DeviceStatisticsDto>(countDevicesBelow(transaction, businessId))
      if (!counted) throw new Error('a count answers one row')
      return counted
    })
  }

  private at<T>(caller: Caller, businessId: number, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.businesses.findOne(transaction, businessId))) throw notFound('business')
      return work(transaction)
    })
  }
}
