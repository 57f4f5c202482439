import { ApiSchema } from '@nestjs/swagger'
import { Fact, Whole } from './properties.js'

/** Position of a page in its list. */
@ApiSchema({ name: 'PageMeta' })
export class PageMetaDto {
  @Whole() current_page: number
  @Whole() last_page: number
  @Whole() per_page: number
  @Whole() total: number
  @Fact({
    required: false,
    description: 'True if there may be more than `total` rows: very long lists are not counted to the end',
  })
  total_is_minimum?: boolean
}

/** Response with one object. */
export interface One<T> {
  data: T
}

/** A page of a list. */
export interface Page<T, M extends PageMetaDto = PageMetaDto> {
  data: T[]
  meta: M
}

/** Returns the page data of page `page` of `total` rows. An empty list counts as one empty page. */
export function pageMeta(page: number, limit: number, total: number, isMinimum = false): PageMetaDto {
  const meta = { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total }
  return isMinimum ? { ...meta, total_is_minimum: true } : meta
}
