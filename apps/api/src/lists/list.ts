import type { Type } from '@nestjs/common'
import type { Permission } from '@roadbook/contracts'
import type { QueryResultRow } from 'pg'
import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Sql } from '../database/sql.js'
import type { PageMetaDto } from '../http/page.dto.js'
import type { Column } from './columns.js'
import { ListCsv, type ListTexts } from './list-csv.js'
import { EXPORT_PARAMETERS } from './list-export.js'
import type { ListCriteria, ListFields, OwnParameters } from './list-fields.js'
import { findFirstKeys, findPageKeys, inOrderOf, type ListSource } from './list-page.js'

export type Key = number | string

/** One permission, several permissions (one of them is enough), or `signed-in` for any signed-in user. */
export type Access = Permission | readonly [Permission, ...Permission[]] | 'signed-in'

/** Declaration of a list: the query for its rows, its search and order, and its CSV. */
export interface ListDeclaration<Row, Dto, Own, Line> {
  /** Name of the list and of its CSV file. */
  name: string
  /** Type of the objects in the list, as the audit log names it. */
  objectType: string
  /** Plural noun for the rows in the OpenAPI document: `trips` in "List trips". */
  plural: string
  /** Permission to see the list. It is checked again when a CSV of the list is made. */
  permission: Access
  /** A sentence about the list for the OpenAPI document. */
  description: string
  dto: Type<Dto>
  meta?: Type<PageMetaDto>
  /** Converts a row to the API's form. Absent if the API's form needs more data than the row. */
  toDto?: (row: Row) => Dto
  /** Unique key of a row. Rows that are equal in the requested order are sorted by it. */
  key: Sql
  /** Returns the key of a row; by default its `id`. */
  keyOf?: (row: Row) => Key
  /** SELECT of the rows with these keys, in any order, without those that the caller is not allowed to see. */
  rows: (transaction: ScopedTransaction, keys: readonly Key[], caller: Caller) => Sql
  /** FROM for sorting and counting, with everything that every row needs. */
  from: Sql
  /** WHERE for sorting and counting, limited to rows that the caller may see. */
  where: (transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>) => Sql
  joins?: (transaction: ScopedTransaction) => ListSource['joins']
  isOnePass?: ListSource['isOnePass']
  countUpTo?: ListSource['countUpTo']
  /** Columns by name, in the order of the CSV. */
  columns: Readonly<Record<string, Column<Line>>>
  anywhere?: ListFields['anywhere']
  with?: readonly string[]
  /** Further parameters of the list. */
  own?: OwnParameters<Own>
  /** Texts of a list with a CSV. */
  texts?: ListTexts
  /** True when the CSV is only sent by e-mail. The list itself then does not accept `format`. */
  isOnlyMailed?: boolean
  /** Path of the list in the portal; by default its name. */
  portalPath?: string
}

/** A declared list with its queries. */
export class List<Row extends QueryResultRow, Dto, Own = undefined, Line = Dto> {
  readonly fields: ListFields<Own>
  readonly csv: ListCsv<Line>

  constructor(readonly declared: ListDeclaration<Row, Dto, Own, Line>) {
    const { columns, anywhere, own, with: relations = [] } = declared
    this.csv = new ListCsv(columns, declared.texts)
    const all = Object.entries(columns)
    this.fields = {
      search: Object.fromEntries(all.flatMap(([name, { search }]) => (search ? [[name, search]] : []))),
      orderBy: Object.fromEntries(all.flatMap(([name, { order }]) => (order ? [[name, order]] : []))),
      text: all.flatMap(([name, { isPlain }]) => (isPlain ? [name] : [])),
      anywhere,
      with: relations,
      own,
      extra: EXPORT_PARAMETERS.filter((name) => this.csv.columns.length > 0 && !(declared.isOnlyMailed && name === 'format')),
    }
  }

  isFor({ permissions }: Caller): boolean {
    const { permission } = this.declared
    return permission === 'signed-in' || [permission].flat().some((one) => permissions.has(one))
  }

  /** Converts a row to the API's form. */
  readonly toDto = (row: Row): Dto => {
    const { toDto, name } = this.declared
    if (!toDto) throw new Error(`a row of ${name} does not tell everything`)
    return toDto(row)
  }

  /** Returns the rows of a page, the total, and whether all rows were counted. */
  async findPage(transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>) {
    const source = this.source(transaction, caller, criteria)
    const { keys, ...counted } = await findPageKeys<Key>(transaction, source, criteria, this.fields)
    return { rows: await this.findAll(transaction, caller, keys), ...counted }
  }

  /** Returns the keys of the first matching rows in order, regardless of the page. */
  findKeys(transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>, limit: number): Promise<Key[]> {
    return findFirstKeys<Key>(transaction, this.source(transaction, caller, criteria), criteria, this.fields, limit)
  }

  /** Returns rows in the order of the keys, without those that the caller may not see. */
  async findAll(transaction: ScopedTransaction, caller: Caller, keys: readonly Key[]): Promise<Row[]> {
    if (keys.length === 0) return []
    const rows = await transaction.rows<Row>(this.declared.rows(transaction, keys, caller))
    return inOrderOf(keys, rows, this.declared.keyOf ?? (({ id }) => id as Key))
  }

  private source(transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>): ListSource {
    const { key, from, where, joins, isOnePass, countUpTo } = this.declared
    return { key, from, where: where(transaction, caller, criteria), joins: joins?.(transaction), isOnePass, countUpTo }
  }
}

/** Declares a list. `Own` is the type of its further parameters, `Line` the type of a CSV line. */
export const defineList = <Row extends QueryResultRow, Dto, Own = undefined, Line = Dto>(
  declaration: ListDeclaration<Row, Dto, Own, Line>,
) => new List(declaration)

/** Type of a list's criteria. */
export type CriteriaOf<L> = L extends List<infer _Row, infer _Dto, infer Own, infer _Line> ? ListCriteria<Own> : never
/** Type of a list's further parameters. */
export type OwnOf<L> = L extends List<infer _Row, infer _Dto, infer Own, infer _Line> ? Own : never
/** Type of a line of a list's CSV. */
export type LineOf<L> = L extends List<infer _Row, infer _Dto, infer _Own, infer Line> ? Line : never
