import type { Sql } from '../database/sql.js'

export const OPERATORS = ['=', 'like', '>=', '<=', 'in'] as const
export type Operator = (typeof OPERATORS)[number]

/** Operators by the type of a field's value; the first one is the default. */
export const OPERATORS_OF = {
  id: ['=', 'in'],
  text: ['like', '=', 'in'],
  number: ['=', '>=', '<=', 'in'],
  time: ['>=', '<=', '='],
  day: ['>=', '<=', '='],
  fact: ['='],
} as const satisfies Record<string, readonly Operator[]>
export type FieldType = keyof typeof OPERATORS_OF

export interface ListField {
  type: FieldType
  column: Sql
  /** True for a text that a machine wrote. It is compared exactly, without natural order or spelling variants. */
  isCode?: boolean
  /**
   * For fields with many values per row. Returns the condition that a row has one of these values. The list then uses this
   * condition instead of comparing `column`.
   */
  hasOneOf?: (values: Condition['values']) => Sql
}

/** Further parameters of a list. */
export interface OwnParameters<Own> {
  /** Parameters by name, as OpenAPI describes them. */
  parameters: Readonly<Record<string, { schema: object; description?: string }>>
  /** @throws Problem 422 for an invalid value */
  read: (query: Readonly<Record<string, unknown>>) => Own
}

/** Names that a list's query may use. No other name of a request gets into SQL. */
export interface ListFields<Own = undefined> {
  /** Fields of `search` and `searchFields`. */
  search: Readonly<Record<string, ListField>>
  /** Fields that a plain `search` text is searched in. */
  text: readonly string[]
  /**
   * Set if the list has a faster search for plain text than searching each field of `text`. Returns the condition of this
   * search, or undefined to search the fields nevertheless.
   */
  anywhere?: (text: string) => Sql | undefined
  /** Columns that `orderBy` may name. They include the default, `created_at`. */
  orderBy: Readonly<Record<string, Sql>>
  /** Relations that `with` may name. */
  with: readonly string[]
  own?: OwnParameters<Own>
  /** Names of parameters that are allowed in the query but read by other code. */
  extra?: readonly string[]
}

export interface Condition {
  field: string
  operator: Operator
  values: readonly (string | number | boolean | Date)[]
}

/** A list's query, checked against its {@link ListFields}. */
export interface ListCriteria<Own = undefined> {
  page: number
  limit: number
  orderBy: string
  sortedBy: 'asc' | 'desc'
  conditions: readonly Condition[]
  /** Text to find in any field of `text`. */
  text?: string
  join: 'and' | 'or'
  with: ReadonlySet<string>
  /** Values of the list's further parameters. */
  own: Own
}

export const DEFAULT_LIMIT = 15
export const MAX_LIMIT = 200
/** Maximum rows that may be skipped. No user goes to a later page, and skipping a row takes time. */
export const MAX_SKIPPED_ROWS = 1_000_000
export const MAX_CONDITIONS = 20
export const MAX_VALUE_LENGTH = 200
export const MAX_SEARCH_LENGTH = 4_000
