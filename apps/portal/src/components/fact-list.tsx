import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Text } from './layout/text.js'
import { directionOf } from '../lib/format/direction-of.js'

/** Facts about one item, with the label on the left and the value on the right. Empty values are left out. */
export function FactList({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <Text component="dl" size="dense">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ label, value }) => (
          <Box
            key={label}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(104px, 9fr) minmax(0, 11fr)',
              alignItems: 'baseline',
              columnGap: 2,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Text component="dt" tone="secondary" sx={{ hyphens: 'auto' }}>
              {label}
            </Text>
            <Text component="dd" tabular breaks dir={directionOf(value)}>
              {value}
            </Text>
          </Box>
        ))}
    </Text>
  )
}
