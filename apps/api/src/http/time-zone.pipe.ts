import { Injectable, type PipeTransform } from '@nestjs/common'
import { readQuery } from './query-parameters.js'
import { timeZoneOf } from './time-zone.js'

/** `?tz=`, the only parameter of its call; undefined: the caller's own. */
@Injectable()
export class TimeZonePipe implements PipeTransform<Record<string, unknown>, string | undefined> {
  transform(query: Record<string, unknown>): string | undefined {
    const { tz } = readQuery(query, ['tz'])
    return tz ? timeZoneOf(tz) : undefined
  }
}
