import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { ReactNode } from 'react'
import { Row, Text } from '../../../components/layout/index.js'

export type Tone = 'idle' | 'moving' | 'warning' | 'missing' | 'offline'

interface PanelItemProps {
  title: ReactNode
  state?: { label: string; tone: Tone }
  /** Lines below the title. Empty lines are omitted. */
  lines: readonly ReactNode[]
  /** Buttons below. */
  actions?: ReactNode
  children?: ReactNode
}

/** One entry of a list in the panel: title, state and details. */
export function PanelItem({ title, state, lines, actions, children }: PanelItemProps) {
  return (
    <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Row align="start">
        <Text weight="strong" breaks grow>
          {title}
        </Text>
        {state && <Chip label={state.label} sx={{ flex: 'none', bgcolor: `${state.tone}.soft`, color: `${state.tone}.main` }} />}
      </Row>
      {lines.filter(Boolean).map((line, at) => (
        <Box key={at} sx={{ fontSize: 12, lineHeight: '18px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {line}
        </Box>
      ))}
      {children}
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>{actions}</Box>}
    </Box>
  )
}
