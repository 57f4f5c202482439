import type { Permission } from '@roadbook/contracts'
import type { Caller } from '../auth/caller.js'
import type { Locale } from '../auth/locale.js'
import type { CsvWish } from '../http/list-export.js'
import type { ListCriteria, ListFields } from '../http/list-fields.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** A list that is also given as a CSV file, whole. */
export interface CsvFile {
  text: string
  /** Without its head. */
  rows: number
}

/** What a list declares so that its views can be sent by mail: once, to {@link import('./csv-mail.js').CsvMail.declare}. */
export interface CsvList {
  /** Also the name of the file. */
  name: string
  /** What people call it. */
  title: Readonly<Record<Locale, string>>
  /** Asked for again when the file is made. */
  permission: Permission
  fields: ListFields
  columns: readonly string[]
  /** Where the portal shows it, below its own address. */
  portalPath: string
  make: (caller: Caller, criteria: ListCriteria, wish: CsvWish, origin: RequestOrigin) => Promise<CsvFile>
}
