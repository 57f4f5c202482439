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

/** A permission, any one of several, or none at all for who is signed in. */
export type Access = Permission | readonly [Permission, ...Permission[]] | 'signed-in'

/** A list, said once: how it is found, what it is searched and ordered by, and what a CSV shows of it. */
export interface ListDeclaration<Row, Dto, Own, Line> {
  /** Also of its CSV file. */
  name: string
  /** What one row is, in the audit log. */
  of: string
  /** Its rows in the plural, for the OpenAPI document: "List trips". */
  many: string
  /** What who may see it holds; asked for again when a CSV of it is made. */
  permission: Access
  /** A sentence for the OpenAPI document. */
  description: string
  dto: Type<Dto>
  meta?: Type<PageMetaDto>
  /** What a row tells; of lists whose pages take more than their rows, what makes them tells it. */
  toDto?: (row: Row) => Dto
  /** What tells a row from all others, and the last word on their order. */
  key: Sql
  /** The key of a row; its `id`, unless told otherwise. */
  keyOf?: (row: Row) => Key
  /** SELECT of the rows with these keys, in any order, without those that the caller may not see. */
  rows: (transaction: ScopedTransaction, keys: readonly Key[], caller: Caller) => Sql
  /** FROM for order and count, with what every row needs. */
  from: Sql
  /** WHERE for order and count, with what the caller may see. */
  where: (transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>) => Sql
  joins?: (transaction: ScopedTransaction) => ListSource['joins']
  isOnePass?: ListSource['isOnePass']
  countUpTo?: ListSource['countUpTo']
  /** By name, in the order of a CSV. */
  columns: Readonly<Record<string, Column<Line>>>
  anywhere?: ListFields['anywhere']
  with?: readonly string[]
  /** What it takes beside its criteria. */
  own?: OwnParameters<Own>
  /** For a list that is given as CSV. */
  texts?: ListTexts
  /** Its CSV comes by mail alone: no page of it is asked for with a format. */
  isOnlyMailed?: boolean
  /** Where the portal shows it; below its name, unless told otherwise. */
  portalPath?: string
}

/** A declared list with its finders. */
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

  /** What a row tells. */
  readonly toDto = (row: Row): Dto => {
    const { toDto, name } = this.declared
    if (!toDto) throw new Error(`a row of ${name} does not tell everything`)
    return toDto(row)
  }

  /** The rows of a page, how many there are in all, and whether they were counted to the end. */
  async findPage(transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>) {
    const source = this.source(transaction, caller, criteria)
    const { keys, ...counted } = await findPageKeys<Key>(transaction, source, criteria, this.fields)
    return { rows: await this.findAll(transaction, caller, keys), ...counted }
  }

  /** Keys of the first rows of the criteria, in their order, whatever their page. */
  findKeys(transaction: ScopedTransaction, caller: Caller, criteria: ListCriteria<Own>, limit: number): Promise<Key[]> {
    return findFirstKeys<Key>(transaction, this.source(transaction, caller, criteria), criteria, this.fields, limit)
  }

  /** In the order of the keys; without those that the caller may not see. */
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

/** The one way to declare a list. `Own` is what it takes beside its criteria, `Line` what a line of its CSV is made of. */
export const defineList = <Row extends QueryResultRow, Dto, Own = undefined, Line = Dto>(
  declaration: ListDeclaration<Row, Dto, Own, Line>,
) => new List(declaration)

/** What a list is asked for. */
export type CriteriaOf<L> = L extends List<infer _Row, infer _Dto, infer Own, infer _Line> ? ListCriteria<Own> : never
/** What a list takes beside its criteria. */
export type OwnOf<L> = L extends List<infer _Row, infer _Dto, infer Own, infer _Line> ? Own : never
/** What a line of its CSV is made of. */
export type LineOf<L> = L extends List<infer _Row, infer _Dto, infer _Own, infer Line> ? Line : never
