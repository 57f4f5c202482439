import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import type { Filter, TableState } from '../table-definition.js'
import type { ChangeTable } from '../use-table-state.js'
import { FilterChip } from './filter-chip.js'
import { MoreFilters } from './more-filters.js'

interface FilterBarProps {
  filters: readonly Filter[]
  state: TableState
  /** Number of chips that fit on one line. The remaining filters are behind "+ Filter". */
  room: number
  /** True to show only the filters that are in use. */
  isOfUsed?: boolean
  /** Wraps the chips onto as many lines as needed. */
  wraps?: boolean
  onChange: ChangeTable
}

/**
 * Filters on one line: those in use, as many others as fit, a button for the remaining filters, and a button that clears all.
 */
export function FilterBar({ filters, state, room, isOfUsed = false, wraps = false, onChange }: FilterBarProps) {
  const { t } = useTranslation('table')
  const isUsed = ({ key }: Filter) => state.filters[key] !== undefined
  const count = filters.filter(isUsed).length
  const used = count + (state.search === '' ? 0 : 1)
  // If only one filter would be behind the button, that filter is shown instead of the button.
  const free = filters.length <= room + 1 ? filters.length : Math.max(0, room - count)
  const unused = filters.filter((filter) => !isUsed(filter))
  const shown = filters.filter((filter) => isUsed(filter) || (!isOfUsed && unused.indexOf(filter) < free))
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
        minWidth: { xs: '100%', md: 0 },
        alignItems: 'center',
        gap: 1,
        ...(wraps && { flexWrap: 'wrap' }),
        overflowX: { xs: 'auto', md: 'clip' },
        overflowClipMargin: '4px',
        py: '2px',
        mx: { xs: wraps ? 0 : -2, md: 0 },
        px: { xs: wraps ? 0 : 2, md: 0 },
      }}
    >
      {shown.map((filter) => (
        <FilterChip
          key={filter.key}
          filter={filter}
          value={state.filters[filter.key]}
          onChange={(value) => setFilter(filter.key, value)}
        />
      ))}
      {!isOfUsed && filters.length > room + 1 && (
        <MoreFilters filters={unused.slice(free)} all={filters} values={state.filters} onChange={setFilter} />
      )}
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
