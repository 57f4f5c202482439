import { styled } from '@mui/material/styles'

/** Two columns of work beside each other, and what was made last at their side; one below the other where there is no room. */
export const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) 288px' },
}))

/** At the side of the work, and stays in sight. */
export const Aside = styled('aside')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  top: 0,
  [theme.breakpoints.up('md')]: { gridColumn: '1 / -1' },
  [theme.breakpoints.up('lg')]: { gridColumn: 'auto', position: 'sticky' },
}))
