import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { vars } from '../theme/components/vars.js'
import { Text } from './layout/text.js'

const Grid = styled('dl', { shouldForwardProp: (name) => name !== 'isFramed' })<{ isFramed: boolean }>(({ theme, isFramed }) => {
  const line = `1px solid ${vars(theme).divider}`
  return {
    display: 'grid',
    margin: 0,
    '& > div': { minWidth: 0 },
    ...(isFramed
      ? {
          gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
          border: line,
          borderRadius: 10,
          '& > div': { minWidth: 0, padding: theme.spacing(1, 1.5) },
          '& > div + div': { borderLeft: line },
        }
      : {
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          gap: theme.spacing(0.5, 2),
          marginTop: theme.spacing(0.5),
          [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
        }),
  }
})

interface FactGridProps {
  facts: readonly { label: string; value: ReactNode }[]
  /** Shows the facts in a frame with three columns. Otherwise there are two columns, or five from the `sm` width on. */
  isFramed?: boolean
}

/** Facts side by side, each below its label. */
export const FactGrid = ({ facts, isFramed = false }: FactGridProps) => (
  <Grid isFramed={isFramed}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <Text component="dt" size="caption" tone="secondary">
          {label}
        </Text>
        <Text component="dd" size={isFramed ? 'body' : undefined} weight={isFramed ? 'strong' : 'medium'} tabular breaks>
          {value}
        </Text>
      </div>
    ))}
  </Grid>
)
