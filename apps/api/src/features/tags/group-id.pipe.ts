import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'
import { ids } from '../../texts/platform.js'

/** Of a query's `group_id`; undefined when it has none. @throws Problem 422 when it cannot be one */
export function groupIdOf({ group_id: text = '' }: Record<string, unknown>): number | undefined {
  if (text === '') return undefined
  if (typeof text !== 'string' || !/^\d{1,9}$|^[12]\d{9}$/.test(text) || Number(text) > 2_147_483_647) {
    throw invalid({ group_id: [ids('tag-group')] })
  }
  return Number(text)
}

/** The query parameter `group_id`. */
@Injectable()
export class GroupIdPipe implements PipeTransform<Record<string, unknown>, number | undefined> {
  transform(query: Record<string, unknown>): number | undefined {
    return groupIdOf(query)
  }
}
