import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'
import { field } from '../../texts/platform.js'

/** The query parameter `below`. */
@Injectable()
export class BelowPipe implements PipeTransform<Record<string, unknown>, boolean> {
  transform({ below = 'false' }: Record<string, unknown>): boolean {
    if (below !== 'true' && below !== 'false') throw invalid({ below: [field('not-boolean')] })
    return below === 'true'
  }
}
