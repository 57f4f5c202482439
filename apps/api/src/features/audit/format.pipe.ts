import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'

/** The query parameter `format`. */
@Injectable()
export class FormatPipe implements PipeTransform<Record<string, unknown>, 'json' | 'csv'> {
  transform({ format = 'json' }: Record<string, unknown>): 'json' | 'csv' {
    if (format !== 'json' && format !== 'csv') throw invalid({ format: ['must be one of: json, csv'] })
    return format
  }
}
