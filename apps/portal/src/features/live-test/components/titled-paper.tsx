import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Row } from '../../../components/layout/layout.js'

interface TitledPaperProps {
  title: string
  /** Beside the title. */
  note?: string
  /** In place of what there is not. */
  instead?: string
  children: ReactNode
}

/** A part of the test with what there is of it, or a sentence why there is nothing. */
export const TitledPaper = ({ title, note, instead, children }: TitledPaperProps) => (
  <Paper variant="outlined" component="section" sx={{ borderRadius: '10px', overflow: 'hidden' }}>
    <Box sx={{ px: 2, py: 1.5 }}>
      <Row wrap align="baseline" justify="space-between">
        <Typography variant="h2">{title}</Typography>
        {note && (
          <Typography variant="caption" color="textSecondary">
            {note}
          </Typography>
        )}
      </Row>
    </Box>
    {instead && (
      <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 2 }}>
        {instead}
      </Typography>
    )}
    {children}
  </Paper>
)
