import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Texts } from '../i18n/index.js'
import type { ListSource } from './list-source.js'
import type { Column, Filter, Sort } from './table-definition.js'

/** Text namespaces that have column names. */
type ListTexts = { [Name in keyof Texts]: Texts[Name] extends { columns: object } ? Name : never }[keyof Texts]
/** Key of a namespace's `columns` texts. */
type Word<Name extends ListTexts> = Extract<keyof Texts[Name]['columns'], string>

/** Translation function for the list's own namespace and the namespaces shared by all features. */
type Words<Name extends ListTexts> = TFunction<[Name, 'common', 'map']>

interface ColumnWish<Row, Name extends ListTexts> extends Omit<Column<Row>, 'key' | 'label' | 'render'> {
  /** Key of the label's text, if it differs from the column's name. */
  label?: Word<Name>
  render: (row: Row, t: Words<Name>) => ReactNode
}

type Choices<Name extends ListTexts> = (t: Words<Name>) => Extract<Filter, { kind: 'choice' }>['choices']
/**
 * Filter of a list. `days` is a period of a column with calendar days. `key` is the API's search field, if it differs from the
 * filter's name.
 */
type FilterWish<Name extends ListTexts> =
  | 'text'
  | 'period'
  | 'days'
  | { key: string; kind: 'text' | 'period' }
  | { key: string; kind: 'range'; unit: string; scale: number }
  | { key?: string; choices: Choices<Name> }

/** List as its feature defines it. `columns.<name>` is the label of a column or filter. */
interface ListWish<Row, Name extends ListTexts> {
  /** Namespace of the list's texts: `screen.title`, `search`, `nothingYet` and `columns`. */
  texts: Name
  /** Key in the browser's storage. Needed if the namespace has several lists. */
  name?: string
  source: ListSource<Row>
  /** Icon of the empty state. */
  icon: LucideIcon
  /** Initial order: `name`, or `-created_at` for the newest first. */
  sort: string
  /**
   * Column that sorts the newest rows first. Set if new rows appear at the top of the list in this order. New rows are then
   * not shown until the user asks for them.
   */
  growsBy?: Word<Name>
  /** Columns in display order. A column without `render` shows the row's value of the same name. */
  columns: {
    [Key in Word<Name>]?: Key extends keyof Row
      ? Row[Key] extends string | number | null
        ? Partial<Pick<ColumnWish<Row, Name>, 'render'>> & Omit<ColumnWish<Row, Name>, 'render'>
        : ColumnWish<Row, Name>
      : ColumnWish<Row, Name>
  }
  filters: { [Key in Word<Name>]?: FilterWish<Name> }
}

/** Translation function without typed keys. */
export type Say = (key: string) => string

/** List for {@link ListTable}. Its text keys were type-checked where it was defined. */
export interface ListDefinition<Row> {
  texts: ListTexts
  name: string
  source: ListSource<Row>
  icon: LucideIcon
  sort: Sort
  growsBy?: string
  columns: Readonly<Record<string, ColumnDefinition<Row>>>
  /** Undefined entries are left out. */
  filters: Readonly<Record<string, FilterDefinition | undefined>>
}

export interface ColumnDefinition<Row> extends Omit<Column<Row>, 'key' | 'label' | 'render'> {
  label?: string
  render?: (row: Row, t: Say) => ReactNode
}

/** Filter of a list. Code that knows the label or the choices passes a whole `Filter`. */
export type FilterDefinition =
  | 'text'
  | 'period'
  | 'days'
  | { key: string; kind: 'text' | 'period' }
  | { key: string; kind: 'range'; unit: string; scale: number }
  | { key?: string; choices: (t: Say) => Extract<Filter, { kind: 'choice' }>['choices'] }
  | Filter

export const defineList = <Row, Name extends ListTexts>({ sort, name, ...wish }: ListWish<Row, Name>): ListDefinition<Row> => ({
  ...(wish as unknown as ListDefinition<Row>),
  name: name ?? wish.texts,
  sort: { by: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' },
})

/** Returns the choices of a filter, from the API's values and their labels. */
export const choicesOf = <const Values extends readonly string[]>(values: Values, word: (value: Values[number]) => string) =>
  values.map((value) => ({ value, label: word(value) }))
