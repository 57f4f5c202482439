import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'

/** The query parameter `below`. */
@Injectable()
export class BelowPipe implements PipeTransform<Record<string, unknown>, boolean> {
  transform({ below = 'false' }: Record<string, unknown>): boolean {
    if (below !== 'true' && below !== 'false') throw invalid({ below: ['must be true or false'] })
    return below === 'true'
  }
}
