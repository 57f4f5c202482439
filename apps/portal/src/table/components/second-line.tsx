import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { isNothing } from '../../lib/format/none.js'
import { vars } from '../../theme/components/vars.js'
import type { Column } from '../table-definition.js'
import { directionOf } from '../../lib/format/direction-of.js'

/** Height of the second line in pixels. Cells of a row with a second line keep this height free at their bottom. */
export const SECOND_LINE_PX = 24

/** Width in pixels of the checkbox before the line and of the space after the line. */
const BESIDE_PX = 76

const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  bottom: 4,
  // The second line begins at the same distance from the edge as the name.
  left: 'auto',
  height: 20,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  overflow: 'hidden',
  fontSize: 12,
  fontWeight: 400,
  lineHeight: '16px',
  color: vars(theme).text.tertiary,
  // A cell that otherwise has two lines is shown on one line here, so these styles override its own.
  '& *': { fontSize: '12px !important', lineHeight: '16px !important' },
  '& dt': { flex: 'none' },
  '& dd': {
    flex: '0 1 auto',
    minWidth: 24,
    margin: 0,
    marginRight: theme.spacing(1.5),
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: vars(theme).text.secondary,
  },
  '& dd > div': { display: 'flex', gap: theme.spacing(0.5), alignItems: 'baseline', padding: 0 },
}))

interface SecondLineProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Width of the table in pixels. The line is as wide as the visible table. */
  widthPx: number
}

/** Values of the columns that do not fit. They are shown below the row's name, on a line as wide as the row. */
export const SecondLine = <Row,>({ row, columns, widthPx }: SecondLineProps<Row>) => (
  <Line as="dl" sx={{ m: 0, width: Math.max(0, widthPx - BESIDE_PX) }}>
    {columns.map(({ key, label, render }) => {
      const shown = render(row)
      return (
        !isNothing(shown) && (
          <Fragment key={key}>
            <dt>{label}</dt>
            <dd dir={directionOf(shown)}>{shown}</dd>
          </Fragment>
        )
      )
    })}
  </Line>
)
