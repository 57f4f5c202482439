import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

const ROWS = 8
const WIDTHS = [160, 96, 120, 96, 140, 72]

/** Rows to come, in the place and height of rows; only for who waits longer than a moment. */
export function TableSkeleton({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('table')
  const widths = isNarrow ? WIDTHS.slice(0, 2) : WIDTHS
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{ '@keyframes come': { from: { opacity: 0 }, to: { opacity: 1 } }, animation: 'come 1ms 150ms both' }}
    >
      {Array.from({ length: ROWS }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 4,
            height: isNarrow ? 76 : 44,
            px: 2,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {widths.map((width, column) => (
            <Skeleton key={column} animation={false} width={width} height={12} />
          ))}
        </Box>
      ))}
    </Box>
  )
}
