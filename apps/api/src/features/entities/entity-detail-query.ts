import { Injectable, type PipeTransform } from '@nestjs/common'
import { parseWith } from '../../lists/list-criteria.js'
import { readQuery } from '../../http/query-parameters.js'
import { timeZoneOf } from '../../http/time-zone.js'

export interface EntityDetail {
  relations: ReadonlySet<string>
  /** IANA name. */
  timeZone: string
}

/** `?with=tags&tz=Europe/Amsterdam` of one entity. */
@Injectable()
export class EntityDetailQuery implements PipeTransform<Record<string, unknown>, EntityDetail> {
  transform(query: Record<string, unknown>): EntityDetail {
    const { with: relations = '', tz } = readQuery(query, ['with', 'tz'])
    return { relations: parseWith(relations, ['tags', 'maintenance_plans']), timeZone: timeZoneOf(tz) }
  }
}
