import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import Select from '@mui/material/Select'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format/numbers.js'
import { PAGE_SIZES } from '../table-definition.js'

const SelectArrow = ({ className }: { className?: string }) => <ChevronDown className={className} size={14} />

interface TableFooterProps {
  page: number
  limit: number
  total: number
  /** There are more, which nobody counted. */
  isMinimum: boolean
  isNarrow: boolean
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

/** "1–15 of 186", rows per page, pages. */
export function TableFooter({ page, limit, total, isMinimum, isNarrow, onPage, onLimit }: TableFooterProps) {
  const { t } = useTranslation('table')
  const label = useId()
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
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
      <Box aria-live="polite" sx={{ flex: 1 }}>
        {t(isMinimum ? 'footer.rangeOfMore' : 'footer.range', {
          first: formatCount(first),
          last: formatCount(last),
          total: formatCount(total),
        })}
      </Box>
      {!isNarrow && (
        <>
          <Box component="span" id={label}>
            {t('footer.perPage')}
          </Box>
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
      )}
      <Pagination
        size={isNarrow ? 'large' : 'small'}
        shape="rounded"
        page={page}
        count={Math.max(1, Math.ceil(total / limit))}
        siblingCount={isNarrow ? 0 : 1}
        onChange={(_event, next) => onPage(next)}
        getItemAriaLabel={(type, itemPage, isSelected) => {
          if (type === 'page') return t(isSelected ? 'footer.currentPage' : 'footer.page', { page: itemPage ?? 1 })
          return t(type === 'next' ? 'footer.next' : 'footer.previous')
        }}
        aria-label={t('footer.pages')}
      />
    </Box>
  )
}
