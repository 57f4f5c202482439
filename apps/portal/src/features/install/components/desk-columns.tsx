import { styled } from '@mui/material/styles'

/** Two columns for the form and a side column for the latest vehicles. They are stacked on narrow screens. */
export const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) 288px' },
}))

/** Side column. It stays in view on wide screens. */
export const Aside = styled('aside')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  top: 0,
  [theme.breakpoints.up('md')]: { gridColumn: '1 / -1' },
  [theme.breakpoints.up('lg')]: { gridColumn: 'auto', position: 'sticky' },
}))
