import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import Select from '@mui/material/Select'
import { ChevronDown, RotateCw } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill } from '../../components/layout/layout.js'
import { formatCount } from '../../lib/format/numbers.js'
import type { ListPage } from '../list-source.js'
import { PAGE_SIZES, type TableState } from '../table-definition.js'
import type { ChangeTable } from '../use-table-state.js'

const SelectArrow = ({ className }: { className?: string }) => <ChevronDown className={className} size={14} />

interface TableFooterProps {
  state: TableState
  meta: ListPage<unknown>['meta']
  isNarrow: boolean
  /** Number of rows added, removed or moved since loading, except those added at the top of the list. */
  changes: number
  onRefresh: () => void
  onChange: ChangeTable
}

/** Footer: "1–15 of 186", changes since loading, rows per page, pages. */
export function TableFooter({ state: { page, limit }, meta, isNarrow, changes, onRefresh, onChange }: TableFooterProps) {
  const { t } = useTranslation('table')
  const { total, total_is_minimum: isMinimum = false } = meta
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        minHeight: 48,
        px: 2,
        py: 0.5,
        borderTop: { md: 1 },
        borderColor: { md: 'divider' },
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {/* The text keeps its width. On a phone the page buttons wrap below it. */}
      <Fill aria-live="polite" sx={{ minWidth: 'max-content' }}>
        {t(isMinimum ? 'footer.rangeOfMore' : 'footer.range', {
          first: formatCount((page - 1) * limit + 1),
          last: formatCount(Math.min(page * limit, total)),
          total: formatCount(total),
        })}
      </Fill>
      {changes > 0 && (
        <Button size="small" variant="text" startIcon={<RotateCw size={14} />} onClick={onRefresh}>
          {t('footer.changes', { count: changes, shown: formatCount(changes) })}
        </Button>
      )}
      {!isNarrow && <PageSize limit={limit} onLimit={(next) => onChange({ limit: next })} />}
      <Pagination
        size={isNarrow ? 'large' : 'small'}
        shape="rounded"
        page={page}
        count={Math.max(1, Math.ceil(total / limit))}
        siblingCount={isNarrow ? 0 : 1}
        onChange={(_event, next) => onChange({ page: next })}
        getItemAriaLabel={(type, itemPage, isSelected) => {
          if (type === 'page') return t(isSelected ? 'footer.currentPage' : 'footer.page', { page: itemPage ?? 1 })
          return t(type === 'next' ? 'footer.next' : 'footer.previous')
        }}
        aria-label={t('footer.pages')}
      />
    </Box>
  )
}

function PageSize({ limit, onLimit }: { limit: number; onLimit: (limit: number) => void }) {
  const { t } = useTranslation('table')
  const label = useId()
  return (
    <>
      <span id={label}>{t('footer.perPage')}</span>
      <Select
        value={limit}
        IconComponent={SelectArrow}
        onChange={({ target }) => onLimit(Number(target.value))}
        SelectDisplayProps={{ 'aria-labelledby': label }}
        sx={{
          minHeight: 28,
          '& .MuiSelect-icon': { top: 'calc(50% - 7px)' },
          '& .MuiSelect-select': { py: '3px', pl: 1, minHeight: '20px !important' },
        }}
      >
        {PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
    </>
  )
}
