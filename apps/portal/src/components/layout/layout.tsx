import type { CSSObject, Theme } from '@mui/material/styles'
import { vars } from '../../theme/components/vars.js'
import { laidOut } from './laid-out.js'
import { grown, WORDS, wordsLook, type Words } from './words.js'

/** Alignment across the direction of the layout. */
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch'

interface Placed extends Words {
  /** Gap between the children, in steps of 8 px. */
  gap?: number
  align?: Align
  /** Takes the remaining width. A number is the minimum width in pixels. With less width the element wraps to its own line. */
  grow?: boolean | number
  /** Padding in steps of 8 px: on all sides, or [vertical, horizontal]. */
  pad?: number | readonly [number, number]
  /** Draws a line above, with padding, to separate this element from the content before it. */
  divided?: boolean
  /** Background, if it differs from the surroundings. */
  ground?: keyof ReturnType<typeof grounds>
  /** Minimum height in pixels. */
  leastPx?: number
}

const PLACED = [...WORDS, 'gap', 'align', 'grow', 'pad', 'divided', 'ground', 'leastPx'] as const
const edge = (align: string) => (align === 'start' || align === 'end' ? `flex-${align}` : align)

const line = (theme: Theme) => `1px solid ${vars(theme).divider}`

/** Backgrounds: a card, a floating layer, a muted area and a warning. */
const grounds = (theme: Theme) => {
  const { background, surface, line: lines, lift, warning } = vars(theme)
  return {
    paper: { backgroundColor: background.paper, border: line(theme) },
    floating: { backgroundColor: surface.raised, border: `1px solid ${lines.strong}`, boxShadow: lift.pop },
    subtle: { backgroundColor: surface.subtle },
    warning: { backgroundColor: warning.soft, border: `1px solid ${warning.line}` },
  }
}

const placed = ({ theme, grow = false, pad, divided, ground, leastPx, ...words }: Placed & { theme: Theme }): CSSObject => ({
  ...wordsLook({ theme, ...words }),
  ...grown(grow),
  ...(pad !== undefined && { padding: typeof pad === 'number' ? theme.spacing(pad) : theme.spacing(...pad) }),
  ...(divided && { paddingTop: theme.spacing(2), borderTop: line(theme) }),
  ...(ground && { ...grounds(theme)[ground], borderRadius: 10 }),
  ...(leastPx && { minHeight: leastPx }),
})

interface RowShape extends Placed {
  justify?: 'center' | 'end' | 'space-between'
  wrap?: boolean
}

/** Children side by side, vertically centred by default. */
export const Row = laidOut<RowShape>(
  [...PLACED, 'justify', 'wrap'],
  ({ gap = 1, align = 'center', justify, wrap = false, ...props }) => ({
    display: 'flex',
    alignItems: edge(align),
    ...(justify && { justifyContent: edge(justify) }),
    ...(wrap && { flexWrap: 'wrap' }),
    gap: props.theme.spacing(gap),
    ...placed(props),
  }),
)

/** Children below each other, as wide as the stack. A long word does not widen the stack. */
export const Stack = laidOut<Placed>(PLACED, ({ gap = 2, align, ...props }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  minWidth: 0,
  ...(align && { justifyItems: align }),
  gap: props.theme.spacing(gap),
  ...placed(props),
}))

/** Row of a list: high enough to tap, with a line between rows. */
export const ListRow = laidOut<RowShape>([...PLACED, 'wrap'], ({ gap = 1, align = 'center', wrap = false, ...props }) => ({
  display: 'flex',
  alignItems: edge(align),
  ...(wrap && { flexWrap: 'wrap' }),
  minHeight: 44,
  padding: props.theme.spacing(0.5, 0),
  gap: props.theme.spacing(gap),
  '& + &': { borderTop: line(props.theme) },
  ...placed(props),
}))

/** Element that takes the remaining room and breaks its words rather than pushing its neighbours away. */
export const Fill = laidOut<object>([], () => grown(true))

interface PaneShape {
  gap?: number
  pad?: number
  /** Makes the pane itself scroll. By default one of its children scrolls. */
  scrolls?: boolean
}

/** Part of the screen that fills the available height. Its children stand below each other, and one of them may scroll. */
export const Pane = laidOut<PaneShape>(['gap', 'pad', 'scrolls'], ({ theme, gap = 0, pad = 0, scrolls = false }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  gap: theme.spacing(gap),
  ...(pad > 0 && { padding: theme.spacing(pad) }),
  ...(scrolls && { overflowY: 'auto' }),
}))

interface PairShape {
  /** Makes the second field wider, such as the city after a postcode. */
  uneven?: boolean
}

/** Pairs of fields, two per line. On a phone there is one per line. */
export const FieldPair = laidOut<PairShape>(['uneven'], ({ theme, uneven = false }) => ({
  display: 'grid',
  alignItems: 'start',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: `minmax(0, ${uneven ? 2 : 1}fr) minmax(0, ${uneven ? 3 : 1}fr)` },
}))

interface FrameShape {
  /** Maximum height in pixels. Longer content scrolls. */
  mostPx?: number
  /** Minimum height in pixels. */
  leastPx?: number
}

/** Framed list within a dialog or panel. */
export const Frame = laidOut<FrameShape>(['mostPx', 'leastPx'], ({ theme, mostPx, leastPx }) => ({
  border: line(theme),
  borderRadius: 8,
  overflow: 'auto',
  ...(mostPx && { maxHeight: mostPx }),
  ...(leastPx && { minHeight: leastPx }),
}))

/** Bulleted list. */
export const Bullets = laidOut<FrameShape>(
  ['mostPx', 'leastPx'],
  ({ theme, mostPx }) => ({
    paddingLeft: theme.spacing(2.5),
    listStyle: 'disc',
    ...(mostPx && { maxHeight: mostPx, overflowY: 'auto' }),
  }),
  'ul',
)

/** Framed note in the warning tone, to read before going on. */
export const Note = laidOut<object>([], ({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  padding: theme.spacing(2),
  border: `1px solid ${vars(theme).warning.line}`,
  borderRadius: 10,
  backgroundColor: vars(theme).warning.soft,
}))
