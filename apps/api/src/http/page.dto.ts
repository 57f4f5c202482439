import { ApiSchema } from '@nestjs/swagger'
import { Fact, Whole } from './properties.js'

/** Position of a page in its list. */
@ApiSchema({ name: 'PageMeta' })
export class PageMetaDto {
  @Whole({ description: 'Number of this page, from 1' }) current_page: number
  @Whole({ description: 'Number of the last page; 1 for an empty list' }) last_page: number
  @Whole({ description: 'Maximum rows of a page' }) per_page: number
  @Whole({ description: 'Number of rows on all pages' }) total: number
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

/** Returns the page data of page `page` of `total` rows. An empty list has one page, which is empty. */
export function pageMeta(page: number, limit: number, total: number, isMinimum = false): PageMetaDto {
  const meta = { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total }
  return isMinimum ? { ...meta, total_is_minimum: true } : meta
}
