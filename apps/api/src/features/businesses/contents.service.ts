import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { type Page, pageMeta } from '../../http/page.dto.js'
import { notFound } from '../../http/problems.js'
import { told } from '../../http/told.js'
import { BusinessContentsRepository, type BusinessReach } from './contents.repository.js'
import type { BusinessDeviceDto, BusinessEntityDto, BusinessUserDto, DeviceStatisticsDto } from './dto/business-contents.dto.js'

/** What hangs on a business, in pages. */
@Injectable()
export class BusinessContentsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly contents: BusinessContentsRepository,
  ) {}

  async users(caller: Caller, place: BusinessReach, criteria: ListCriteria): Promise<Page<BusinessUserDto>> {
    const { rows, total } = await this.at(caller, place, (transaction) => this.contents.findUsers(transaction, place, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  async entities(caller: Caller, place: BusinessReach, criteria: ListCriteria): Promise<Page<BusinessEntityDto>> {
    const { rows, total } = await this.at(caller, place, (one) => this.contents.findEntities(one, place, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  async devices(caller: Caller, place: BusinessReach, criteria: ListCriteria): Promise<Page<BusinessDeviceDto>> {
    const { rows, total } = await this.at(caller, place, (one) => this.contents.findDevices(one, place, criteria))
    return { data: rows.map(told), meta: pageMeta(criteria.page, criteria.limit, total) }
  }

  statistics(caller: Caller, businessId: number): Promise<DeviceStatisticsDto> {
    return this.at(caller, { businessId, below: true }, (transaction) => this.contents.countDevices(transaction, businessId))
  }

  private at<T>(caller: Caller, { businessId }: BusinessReach, work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.contents.exists(transaction, businessId))) throw notFound('business')
      return work(transaction)
    })
  }
}
