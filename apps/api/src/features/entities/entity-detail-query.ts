import { Injectable, type PipeTransform } from '@nestjs/common'
import { parseWith } from '../../http/list-criteria.js'
import { readQuery } from '../../http/query-parameters.js'

/** `?with=tags` of one entity. */
@Injectable()
export class EntityDetailQuery implements PipeTransform<Record<string, unknown>, ReadonlySet<string>> {
  transform(query: Record<string, unknown>): ReadonlySet<string> {
    return parseWith(readQuery(query, ['with']).with ?? '', ['tags'])
  }
}
