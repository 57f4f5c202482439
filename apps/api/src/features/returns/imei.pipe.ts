import { Injectable, type PipeTransform } from '@nestjs/common'
import { readQuery } from '../../http/query-parameters.js'
import { invalid } from '../../http/problems.js'
import { field } from '../../texts/platform.js'

/** The query parameter `imei`. */
@Injectable()
export class ImeiPipe implements PipeTransform<Record<string, unknown>, string> {
  transform(query: Record<string, unknown>): string {
    const { imei = '' } = readQuery(query, ['imei'])
    if (!/^\d{15}$/.test(imei)) throw invalid({ imei: [field('imei-digits')] })
    return imei
  }
}
