import type { CSSObject } from '@mui/material/styles'
import { laidOut } from './laid-out.js'

/** Where things stand across the direction they follow. */
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch'

interface Placed {
  /** Between its parts, in steps of 8 px. */
  gap?: number
  align?: Align
  /** Takes what room there is, and no more. */
  grow?: boolean
  /** Around its parts, in steps of 8 px. */
  pad?: number
}

const grown = (grow: boolean): CSSObject => (grow ? { flex: 1, minWidth: 0 } : {})
const edge = (align: Align) => (align === 'start' || align === 'end' ? `flex-${align}` : align)

interface RowShape extends Placed {
  justify?: 'start' | 'center' | 'end' | 'space-between'
  wrap?: boolean
}

/** Parts beside each other, on one middle line unless said otherwise. */
export const Row = laidOut<RowShape>(
  ['gap', 'align', 'justify', 'wrap', 'grow', 'pad'],
  ({ theme, gap = 1, align = 'center', justify, wrap = false, grow = false, pad = 0 }) => ({
    display: 'flex',
    alignItems: edge(align),
    ...(justify && { justifyContent: justify === 'start' || justify === 'end' ? `flex-${justify}` : justify }),
    ...(wrap && { flexWrap: 'wrap' }),
    ...(pad > 0 && { padding: theme.spacing(pad) }),
    gap: theme.spacing(gap),
    ...grown(grow),
  }),
)

/** Parts below each other, as wide as it is: a long word never makes it wider. */
export const Stack = laidOut<Placed>(['gap', 'align', 'grow', 'pad'], ({ theme, gap = 2, align, grow = false, pad = 0 }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  ...(align && { justifyItems: align }),
  ...(pad > 0 && { padding: theme.spacing(pad) }),
  gap: theme.spacing(gap),
  ...grown(grow),
}))

/** What takes the room that its neighbours leave, and breaks its words rather than push them away. */
export const Fill = laidOut<object>([], () => grown(true))

interface PaneShape {
  gap?: number
  pad?: number
  /** Its content scrolls in it; otherwise one of its parts does. */
  scrolls?: boolean
}

/** A part of the screen as high as there is room: its parts below each other, one of them perhaps scrolling. */
export const Pane = laidOut<PaneShape>(['gap', 'pad', 'scrolls'], ({ theme, gap = 0, pad = 0, scrolls = false }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  ...(gap > 0 && { gap: theme.spacing(gap) }),
  ...(pad > 0 && { padding: theme.spacing(pad) }),
  ...(scrolls && { overflowY: 'auto' }),
}))

/** Fields two by two, below each other on a phone. */
export const FieldPair = laidOut<object>([], ({ theme }) => ({
  display: 'grid',
  alignItems: 'start',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

/** A list with dots. */
export const Bullets = laidOut<object>([], ({ theme }) => ({ paddingLeft: theme.spacing(2.5), listStyle: 'disc' }), 'ul')
