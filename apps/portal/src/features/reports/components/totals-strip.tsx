import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { FIGURE_SX } from '../../../components/figure-strip.js'
import { Text } from '../../../components/layout/index.js'

/** Shows the totals of a period, each number below its label. */
export const TotalsStrip = ({ label, totals }: { label: string; totals: readonly { label: string; value: ReactNode }[] }) => (
  <Strip aria-label={label}>
    {totals.map((total) => (
      <Figure key={total.label}>
        <Text component="dt" size="caption" tone="secondary">
          {total.label}
        </Text>
        <Text component="dd" size="heading" tabular>
          {total.value}
        </Text>
      </Figure>
    ))}
  </Strip>
)

const Strip = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  flex: 'none',
  margin: 0,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  backgroundColor: (theme.vars ?? theme).palette.background.paper,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
}))
const Figure = styled('div')(({ theme }) => theme.unstable_sx(FIGURE_SX))
