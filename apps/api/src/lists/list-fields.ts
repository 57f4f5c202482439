import type { Sql } from '../database/sql.js'

export const OPERATORS = ['=', 'like', '>=', '<=', 'in'] as const
export type Operator = (typeof OPERATORS)[number]

/** How a field's value is read, which decides the operators that it takes; the first one is the default. */
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
  /** A text that no person wrote, so that it is looked for as it stands. */
  isCode?: boolean
  /** Where a row has many values of the field: what is true for the rows that have one of these; instead of comparing `column`. */
  hasOneOf?: (values: Condition['values']) => Sql
}

/** What a list takes beside its criteria. */
export interface OwnParameters<Own> {
  /** By name, as OpenAPI describes them. */
  parameters: Readonly<Record<string, { schema: object; description?: string }>>
  /** @throws Problem 422 for what cannot be one */
  read: (query: Readonly<Record<string, unknown>>) => Own
}

/** What a list's query may name. Nothing else reaches SQL. */
export interface ListFields<Own = undefined> {
  /** Fields of `search` and `searchFields`. */
  search: Readonly<Record<string, ListField>>
  /** Fields that a plain `search` text is looked for in. */
  text: readonly string[]
  /** How plain text is looked for where that is quicker than in one field of `text` after the other; undefined where it is not. */
  anywhere?: (text: string) => Sql | undefined
  /** Columns of `orderBy`; `created_at` is among them, it is the default. */
  orderBy: Readonly<Record<string, Sql>>
  /** Relations of `with`. */
  with: readonly string[]
  own?: OwnParameters<Own>
  /** Parameters that are read elsewhere. */
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
  /** Looked for in every field of `text`; any match will do. */
  text?: string
  join: 'and' | 'or'
  with: ReadonlySet<string>
  /** What the list takes beside its criteria. */
  own: Own
}

export const DEFAULT_LIMIT = 15
export const MAX_LIMIT = 200
/** Rows that may be skipped at most: nobody pages further, and each skipped row costs. */
export const MAX_SKIPPED_ROWS = 1_000_000
export const MAX_CONDITIONS = 20
export const MAX_VALUE_LENGTH = 200
export const MAX_SEARCH_LENGTH = 4_000
