import { Injectable, type PipeTransform } from '@nestjs/common'
import { readQuery } from '../../../http/query-parameters.js'
import { invalid } from '../../../http/problems.js'
import { say } from '../texts.js'

/** The query parameter `query`: digits as they are typed or read off a box, spaces and dashes left out. */
@Injectable()
export class ImeiEndPipe implements PipeTransform<Record<string, unknown>, string> {
  transform(parameters: Record<string, unknown>): string {
    const { query = '' } = readQuery(parameters, ['query'])
    const digits = query.replaceAll(/[\s-]/g, '')
    if (!/^\d{0,15}$/.test(digits)) throw invalid({ query: [say('not-imei-end')] })
    return digits
  }
}
