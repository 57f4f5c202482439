import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { isTimeZone } from '../../http/time-zone.js'
import { field } from '../../texts/platform.js'

/** `?tz=` of today's trips; undefined: the caller's own. */
@Injectable()
export class TimeZonePipe implements PipeTransform<Record<string, unknown>, string | undefined> {
  transform(query: Record<string, unknown>): string | undefined {
    const { tz } = readQuery(query, ['tz'])
    if (tz && !isTimeZone(tz)) throw invalid({ tz: [field('not-time-zone')] })
    return tz || undefined
  }
}
