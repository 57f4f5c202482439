import { Injectable, type PipeTransform } from '@nestjs/common'
import { invalid } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { isTimeZone, TIME_ZONE_RULE } from '../../http/time-zone.js'

/** `?tz=` of today's trips; undefined: the caller's own. */
@Injectable()
export class TimeZonePipe implements PipeTransform<Record<string, unknown>, string | undefined> {
  transform(query: Record<string, unknown>): string | undefined {
    const { tz } = readQuery(query, ['tz'])
    if (tz && !isTimeZone(tz)) throw invalid({ tz: [TIME_ZONE_RULE] })
    return tz || undefined
  }
}
