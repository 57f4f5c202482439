import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Texts } from '../i18n/index.js'
import type { ListSource } from './list-source.js'
import type { Column, Filter, Sort } from './table-definition.js'

/** The namespaces that have words for columns. */
type ListTexts = { [Name in keyof Texts]: Texts[Name] extends { columns: object } ? Name : never }[keyof Texts]
/** What a namespace has a word for under `columns`. */
type Word<Name extends ListTexts> = Extract<keyof Texts[Name]['columns'], string>

/** Words of the list's own namespace, and of those that every feature shares. */
type Words<Name extends ListTexts> = TFunction<[Name, 'common', 'map']>

interface ColumnWish<Row, Name extends ListTexts> extends Omit<Column<Row>, 'key' | 'label' | 'render'> {
  /** Its word, where that is not the one of its own name. */
  label?: Word<Name>
  render: (row: Row, t: Words<Name>) => ReactNode
}

type Choices<Name extends ListTexts> = (t: Words<Name>) => Extract<Filter, { kind: 'choice' }>['choices']
/** `days`: a period of a column that holds days. `key` is the API's search field, where the filter's word is not the one of its name. */
type FilterWish<Name extends ListTexts> =
  | 'text'
  | 'period'
  | 'days'
  | { key: string; kind: 'text' | 'period' }
  | { key: string; kind: 'range'; unit: string; scale: number }
  | { key?: string; choices: Choices<Name> }

/** A list as its feature describes it. What a column or a filter is called follows from its name: `columns.<name>`. */
interface ListWish<Row, Name extends ListTexts> {
  /** The namespace of its words: `screen.title`, `search`, `nothingYet` and `columns`. */
  texts: Name
  /** Names it among what this browser remembers, where it is not the only list of its namespace. */
  name?: string
  source: ListSource<Row>
  /** Shown while it is empty. */
  icon: LucideIcon
  /** As it begins: `name`, or `-created_at` for the newest first. */
  sort: string
  /** Of a list that grows at its top: the column by which its newest rows come first. They wait there until somebody asks for them. */
  growsBy?: Word<Name>
  /** In their order. A column without `render` shows the row's own value of its name. */
  columns: {
    [Key in Word<Name>]?: Key extends keyof Row
      ? Row[Key] extends string | number | null
        ? Partial<Pick<ColumnWish<Row, Name>, 'render'>> & Omit<ColumnWish<Row, Name>, 'render'>
        : ColumnWish<Row, Name>
      : ColumnWish<Row, Name>
  }
  filters: { [Key in Word<Name>]?: FilterWish<Name> }
}

/** The words of a namespace that the types have forgotten. */
export type Say = (key: string) => string

/** What {@link ListTable} draws: a list whose words were checked where it was defined. */
export interface ListDefinition<Row> {
  texts: ListTexts
  name: string
  source: ListSource<Row>
  icon: LucideIcon
  sort: Sort
  growsBy?: string
  columns: Readonly<Record<string, ColumnDefinition<Row>>>
  /** One that is undefined is left out. */
  filters: Readonly<Record<string, FilterDefinition | undefined>>
}

export interface ColumnDefinition<Row> extends Omit<Column<Row>, 'key' | 'label' | 'render'> {
  label?: string
  render?: (row: Row, t: Say) => ReactNode
}

/** A whole filter, label and all, comes from where its words or choices are known. */
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

/** The choices of a filter: the API's values, each with its word. */
export const choicesOf = <const Values extends readonly string[]>(values: Values, word: (value: Values[number]) => string) =>
  values.map((value) => ({ value, label: word(value) }))
