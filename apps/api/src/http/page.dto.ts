import { ApiSchema } from '@nestjs/swagger'
import { Whole } from './properties.js'

/** Where a page of a list stands. */
@ApiSchema({ name: 'PageMeta' })
export class PageMetaDto {
  @Whole()
  current_page: number
  @Whole()
  last_page: number
  @Whole()
  per_page: number
  @Whole()
  total: number
}

/** One object. */
export interface One<T> {
  data: T
}

/** A page of a list. */
export interface Page<T, M extends PageMetaDto = PageMetaDto> {
  data: T[]
  meta: M
}

/** The meta of page `page` of `total` rows. An empty list has one empty page. */
export function pageMeta(page: number, limit: number, total: number): PageMetaDto {
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total }
}
