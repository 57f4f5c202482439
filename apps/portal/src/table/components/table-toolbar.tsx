import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { ArrowDown, ArrowUp, Download, Mail } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { readTableAddress, shownAtFirst, viewOf } from '../table-address.js'
import type { Column, Filter, Sort, TableDefinition, TableState } from '../table-definition.js'
import type { Csv } from '../use-csv.js'
import type { ChangeTable } from '../use-table-state.js'
import { ColumnChooser } from './column-chooser.js'
import { FilterChip } from './filter-chip.js'
import { SearchField } from './search-field.js'
import { ViewMenu } from './view-menu.js'

interface TableToolbarProps<Row> {
  name: string
  columns: readonly Column<Row>[]
  definition: TableDefinition
  state: TableState
  searchLabel: string
  isNarrow: boolean
  onChange: ChangeTable
  /** Absent where there is nothing to write. */
  csv: Csv<Row> | undefined
}

/** The one bar over a list: search, typed filters, then views, columns and CSV. A phone has its order here, too. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { name, columns, definition, state, searchLabel, isNarrow, onChange, csv } = props
  const search = useCallback((text: string) => onChange({ search: text }), [onChange])
  const openView = (address: string) => onChange(readTableAddress(new URLSearchParams(address), definition))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, mb: 2 }}>
      <SearchField value={state.search} label={searchLabel} onSearch={search} />
      <FilterBar filters={definition.filters} state={state} onChange={onChange} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          width: { xs: '100%', md: 'auto' },
          justifyContent: { xs: 'space-between', md: 'flex-end' },
          gap: 0.5,
          '& > .MuiButton-text': { px: 1 },
        }}
      >
        {isNarrow && <SortChoice columns={columns} sort={state.sort} onSort={(sort) => onChange({ sort })} />}
        <ViewMenu isNarrow={isNarrow} name={name} present={viewOf(state, definition)} onOpen={openView} />
        {!isNarrow && (
          <ColumnChooser
            columns={columns}
            shown={state.columns}
            atFirst={shownAtFirst(definition)}
            onChange={(shown) => onChange({ columns: shown })}
          />
        )}
        {csv && <CsvButtons csv={csv} isNarrow={isNarrow} />}
      </Box>
    </Box>
  )
}

interface FilterBarProps {
  filters: readonly Filter[]
  state: TableState
  onChange: ChangeTable
}

/** Every filter, and once two things narrow the list a way to take all of them off. */
function FilterBar({ filters, state, onChange }: FilterBarProps) {
  const { t } = useTranslation('table')
  const used = Object.keys(state.filters).length + (state.search === '' ? 0 : 1)
  const setFilter = (key: string, value: string | undefined) => {
    const { [key]: _gone, ...others } = state.filters
    onChange({ filters: value === undefined ? others : { ...others, [key]: value } })
  }
  return (
    <Box
      role="group"
      aria-label={t('filters.title')}
      sx={{
        display: 'flex',
        flex: '1 1 0',
        minWidth: { xs: '100%', md: 320 },
        flexWrap: { xs: 'nowrap', md: 'wrap' },
        alignItems: 'center',
        gap: 1,
        overflowX: { xs: 'auto', md: 'visible' },
        py: '2px',
        mx: { xs: -2, md: 0 },
        px: { xs: 2, md: 0 },
      }}
    >
      {filters.map((filter) => (
        <FilterChip
          key={filter.key}
          filter={filter}
          value={state.filters[filter.key]}
          onChange={(value) => setFilter(filter.key, value)}
        />
      ))}
      {used >= 2 && (
        <Link
          component="button"
          variant="body2"
          onClick={() => onChange({ filters: {}, search: '' })}
          sx={{ flex: 'none', fontWeight: 500, minHeight: 32, px: 0.5 }}
        >
          {t('filters.clear')}
        </Link>
      )}
    </Box>
  )
}

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The order of cards, which have no heads to press. */
function SortChoice<Row>({ columns, sort: { by, direction }, onSort }: SortChoiceProps<Row>) {
  const { t } = useTranslation('table')
  const isRising = direction === 'asc'
  return (
    <>
      <Select
        value={by}
        onChange={({ target }) => onSort({ by: target.value, direction })}
        inputProps={{ 'aria-label': t('sortBy') }}
        sx={{ flex: 1, minWidth: 96 }}
      >
        {columns
          .filter(({ isUnsortable }) => !isUnsortable)
          .map(({ key, label }) => (
            <MenuItem key={key} value={key}>
              {label}
            </MenuItem>
          ))}
      </Select>
      <TooltipIconButton
        label={t(isRising ? 'sortDown' : 'sortUp')}
        icon={isRising ? ArrowUp : ArrowDown}
        onClick={() => onSort({ by, direction: isRising ? 'desc' : 'asc' })}
      />
    </>
  )
}

function CsvButtons<Row>({ csv, isNarrow }: { csv: Csv<Row>; isNarrow: boolean }) {
  const { t } = useTranslation('table')
  const { write: save } = csv
  const write = save && (() => save())
  return (
    <>
      {write === undefined ? null : isNarrow ? (
        <TooltipIconButton label={t('csv')} icon={Download} disabled={csv.isWriting} onClick={write} />
      ) : (
        <Button variant="text" loading={csv.isWriting} loadingPosition="start" startIcon={<Download />} onClick={write}>
          {t('csv')}
        </Button>
      )}
      <TooltipIconButton label={t('mailCsv')} icon={Mail} disabled={csv.isMailing} onClick={csv.mail} />
    </>
  )
}
