import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NONE } from '../lib/format/none.js'
import { DataTable, type DataTableProps } from './components/data-table.js'
import type { FilterDefinition, ListDefinition, Say } from './define-list.js'
import type { Column, Filter } from './table-definition.js'

type Drawn = 'columns' | 'filters' | 'sort' | 'source' | 'name' | 'label' | 'searchLabel' | 'nothingYet'

interface ListTableProps<Row> extends ListDefinition<Row>, Omit<DataTableProps<Row>, Drawn> {
  /** Label that replaces the one in the definition's namespace. */
  label?: string
  searchLabel?: string
  nothing?: { title: string; text: string }
  /** Button of the empty state, shown while the list has no items yet. */
  nothingAction?: ReactNode
}

/** Table from a list definition: `<ListTable {...tokens} onOpen={…} />`. Props after the definition override it. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { texts, icon, columns, filters, label, searchLabel, nothing, nothingAction, ...rest } = props
  // Text keys were type-checked where the list was defined.
  const t = useTranslation([texts, 'common', 'map']).t as unknown as Say
  const shown = useMemo(() => columnsOf(columns, t), [columns, t])
  const narrowing = useMemo(
    () => Object.entries(filters).flatMap(([name, filter]) => (filter ? [filterOf(name, filter, t)] : [])),
    [filters, t],
  )
  return (
    <DataTable<Row>
      {...rest}
      columns={shown}
      filters={narrowing}
      label={label ?? t('screen.title')}
      searchLabel={searchLabel ?? t('search')}
      nothingYet={{ icon, title: t('nothingYet.title'), text: t('nothingYet.text'), ...nothing, action: nothingAction }}
    />
  )
}

const columnsOf = <Row,>(columns: ListDefinition<Row>['columns'], t: Say): Column<Row>[] =>
  Object.entries(columns).map(([key, { label = key, render, ...column }]) => ({
    ...column,
    key,
    label: t(`columns.${label}`),
    render: (row) => (render ? render(row, t) : ((row as Record<string, string | number | null>)[key] ?? NONE)),
  }))

function filterOf(name: string, filter: FilterDefinition, t: Say): Filter {
  const named = { key: name, label: t(`columns.${name}`) }
  if (filter === 'days') return { ...named, kind: 'period', isOfDays: true }
  if (typeof filter === 'string') return { ...named, kind: filter }
  if ('label' in filter) return filter
  if ('kind' in filter) return { ...named, ...filter }
  const { key = name, choices } = filter
  return { ...named, key, kind: 'choice', choices: choices(t) }
}
