import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { SxProps } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/format/numbers.js'
import { ErrorNotice } from './error-notice.js'

interface FigureStripProps<Data> {
  label: string
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Grid columns, by window width. */
  columns: Readonly<Record<string, string>>
  children: (data: Data) => ReactNode
}

/** Figures side by side in one frame, with a line between them. */
export function FigureStrip<Data>({ label, query: { data, error, refetch }, columns, children }: FigureStripProps<Data>) {
  if (data === undefined && error)
    return (
      <Paper sx={{ mb: 2 }}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Paper>
    )
  if (data === undefined) return <Skeleton animation={false} height={70} sx={{ flex: 'none', mb: 2, borderRadius: '10px' }} />
  return (
    <Paper
      component="section"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: columns, overflow: 'hidden', flex: 'none', mb: 2 }}
    >
      {children(data)}
    </Paper>
  )
}

/** Style of one cell of the strip. */
export const FIGURE_SX = {
  display: 'block',
  textAlign: 'left',
  px: { xs: 1.5, md: 2.5 },
  py: 1.25,
  minWidth: 0,
  mt: '-1px',
  ml: '-1px',
  borderTop: 1,
  borderLeft: 1,
  borderColor: 'divider',
} as const

interface FigureProps {
  label: string
  count: number
  isWorrying?: boolean
  sx?: SxProps
}

/** One figure below its label. */
export function Figure({ label, count, isWorrying = false, sx = {} }: FigureProps) {
  return (
    <Box sx={{ ...FIGURE_SX, ...(sx as object) }}>
      <Typography variant="caption" component="p" color="textSecondary" noWrap>
        {label}
      </Typography>
      <Typography
        variant="metric"
        component="p"
        sx={{ fontSize: 20, lineHeight: '28px', color: isWorrying ? 'warning.main' : undefined }}
      >
        {formatCount(count)}
      </Typography>
    </Box>
  )
}
