import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'

interface TitledPaperProps {
  title: string
  /** Note beside the title. */
  note?: string
  /** Text shown in place of the content if there is none. */
  instead?: string
  children: ReactNode
}

/** One part of the test with its content, or a sentence that explains why there is none. */
export const TitledPaper = ({ title, note, instead, children }: TitledPaperProps) => (
  <Paper component="section" sx={{ overflow: 'hidden' }}>
    <Stack gap={1.5} pad={[1.5, 2]}>
      <Row wrap align="baseline" justify="space-between">
        <Typography variant="h2">{title}</Typography>
        <Text component="span" size="caption" tone="secondary">
          {note}
        </Text>
      </Row>
      {instead && (
        <Text component="p" tone="secondary">
          {instead}
        </Text>
      )}
    </Stack>
    {children}
  </Paper>
)
