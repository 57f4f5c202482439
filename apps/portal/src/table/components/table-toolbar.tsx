import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { ArrowDown, ArrowUp, Download, Mail } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Row as Line } from '../../components/layout/layout.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useWidth } from '../../lib/use-width.js'
import { readTableAddress, shownAtFirst, viewOf } from '../table-address.js'
import type { Column, Sort, TableDefinition, TableState } from '../table-definition.js'
import type { Csv } from '../use-csv.js'
import type { ChangeTable } from '../use-table-state.js'
import { ColumnChooser } from './column-chooser.js'
import { FilterBar } from './filter-bar.js'
import { PhoneTools } from './phone/phone-tools.js'
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
  /** Undefined if there is nothing to export. */
  csv: Csv<Row> | undefined
}

/** Minimum toolbar width, in pixels, for labels beside the icons. */
const WIDE_PX = 1_040

/** Returns how many filter chips fit on one line in every language, beside the search and the tools. */
const roomFor = (width: number): number => (width >= WIDE_PX ? 3 : width >= 860 ? 2 : width >= 700 ? 1 : 0)

/**
 * Toolbar of a list: search, filters, then views, columns and CSV. On a phone everything except the search is behind one button.
 */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { name, columns, definition, state, searchLabel, isNarrow, onChange, csv } = props
  const { element, width = WIDE_PX } = useWidth()
  const isShort = isNarrow || width < WIDE_PX
  const search = useCallback((text: string) => onChange({ search: text }), [onChange])
  const openView = (address: string) => onChange(readTableAddress(new URLSearchParams(address), definition))
  const bar = { filters: definition.filters, state, onChange }
  const views = <ViewMenu isNarrow={isShort} name={name} present={viewOf(state, definition)} onOpen={openView} />
  const files = csv && <CsvButtons csv={csv} isNarrow={isShort} />
  if (isNarrow)
    return (
      <Box ref={element} sx={{ mb: 2, flex: 'none', display: 'grid', gap: 1 }}>
        <Line>
          <SearchField value={state.search} label={searchLabel} isBeside onSearch={search} />
          <PhoneTools isFiltered={Object.keys(state.filters).length > 0}>
            <FilterBar {...bar} room={definition.filters.length} wraps />
            <Line>
              <SortChoice columns={columns} sort={state.sort} onSort={(sort) => onChange({ sort })} />
              {views}
              {files}
            </Line>
          </PhoneTools>
        </Line>
        {/* Keeps the filters in use visible. */}
        {Object.keys(state.filters).length > 0 && <FilterBar {...bar} room={0} isOfUsed />}
      </Box>
    )
  return (
    <Box ref={element} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 2, flex: 'none' }}>
      <SearchField value={state.search} label={searchLabel} isShort={isShort} onSearch={search} />
      <FilterBar {...bar} room={roomFor(width)} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          flex: 'none',
          justifyContent: 'flex-end',
          gap: 0.5,
          '& > .MuiButton-text': { px: 1 },
        }}
      >
        {views}
        <ColumnChooser
          isNarrow={isShort}
          columns={columns}
          shown={state.columns}
          atFirst={shownAtFirst(definition)}
          onChange={(shown) => onChange({ columns: shown })}
        />
        {files}
      </Box>
    </Box>
  )
}

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** Field to sort cards, which have no column headings. */
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
