import { Injectable, type PipeTransform } from '@nestjs/common'
import { readQuery } from '../../http/query-parameters.js'
import { invalid } from '../../http/problems.js'

/** The query parameter `withImei`. */
@Injectable()
export class WithImeiPipe implements PipeTransform<Record<string, unknown>, boolean> {
  transform(query: Record<string, unknown>): boolean {
    const { withImei = 'false' } = readQuery(query, ['withImei'])
    if (withImei !== 'true' && withImei !== 'false') throw invalid({ withImei: ['must be true or false'] })
    return withImei === 'true'
  }
}
