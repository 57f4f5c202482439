import type { Permission } from '@roadbook/contracts'
import type { Caller } from '../auth/caller.js'
import type { Locale } from '../texts/locale.js'
import type { CsvValue } from '../http/csv.js'
import type { CsvWish } from '../lists/list-export.js'
import type { ListCriteria, ListFields } from '../lists/list-fields.js'
import type { RequestOrigin } from '../http/request-origin.js'

/** Which rows and columns somebody wants. */
export interface CsvView<Extra> {
  criteria: ListCriteria
  wish: CsvWish
  /** What the list takes beside its criteria, as {@link CsvList.extraOf} reads it. */
  extra: Extra
  origin: RequestOrigin
}

/** Adds rows to the file, cell by cell; waits while they are packed. */
export type PutRows = (rows: readonly CsvValue[][]) => Promise<void>

/** A list that is also given as a CSV file, whole: at once, or by mail once it is declared to {@link import('./csv-exports.js').CsvExports}. */
export interface CsvList<Extra> {
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
  /** Of its rows in the audit log: that somebody took them along is an entry `….export`. */
  objectType: string
  /** @throws Problem 422 for what the list does not take */
  extraOf: (query: Record<string, string>) => Extra
  /** Heads in the reader's language; a column of times names its zone, because a sheet shows no other. */
  head: (columns: readonly string[], locale: Locale, timeZone: string) => string[]
  /** Every row of the view in its order, some thousand at a time, so that no file is in memory as rows. */
  write: (caller: Caller, view: CsvView<Extra>, put: PutRows) => Promise<void>
}
