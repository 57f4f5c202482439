import { Injectable, type PipeTransform } from '@nestjs/common'
import { readQuery } from '../../http/query-parameters.js'
import { invalid } from '../../http/problems.js'
import { field } from '../../texts/platform.js'

/** The query parameter `withImei`. */
@Injectable()
export class WithImeiPipe implements PipeTransform<Record<string, unknown>, boolean> {
  transform(query: Record<string, unknown>): boolean {
    const { withImei = 'false' } = readQuery(query, ['withImei'])
    if (withImei !== 'true' && withImei !== 'false') throw invalid({ withImei: [field('not-boolean')] })
    return withImei === 'true'
  }
}
