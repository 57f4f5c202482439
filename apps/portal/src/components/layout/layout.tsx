import type { CSSObject, Theme } from '@mui/material/styles'
import { vars } from '../../theme/components/vars.js'
import { laidOut } from './laid-out.js'
import { grown, WORDS, wordsLook, type Words } from './words.js'

/** Where things stand across the direction they follow. */
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch'

interface Placed extends Words {
  /** Between its parts, in steps of 8 px. */
  gap?: number
  align?: Align
  /** Takes what room there is, and no more; a number of pixels: no less than that, and a line of its own before it. */
  grow?: boolean | number
  /** Around its parts, in steps of 8 px: on all sides, or above and below, and beside. */
  pad?: number | readonly [number, number]
  /** A line above sets it apart from what comes before. */
  divided?: boolean
  /** What it lies on, where that is not what is around it. */
  ground?: keyof ReturnType<typeof grounds>
  /** No lower than this, however little there is in it. */
  leastPx?: number
}

const PLACED = [...WORDS, 'gap', 'align', 'grow', 'pad', 'divided', 'ground', 'leastPx'] as const
const edge = (align: string) => (align === 'start' || align === 'end' ? `flex-${align}` : align)

const line = (theme: Theme) => `1px solid ${vars(theme).divider}`

/** Another card on the page, what floats above it, what stands back, and what wants to be heeded. */
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

/** Parts beside each other, on one middle line unless said otherwise. */
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

/** Parts below each other, as wide as it is: a long word never makes it wider. */
export const Stack = laidOut<Placed>(PLACED, ({ gap = 2, align, ...props }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  minWidth: 0,
  ...(align && { justifyItems: align }),
  gap: props.theme.spacing(gap),
  ...placed(props),
}))

/** A row of a list: high enough for a finger, a line between it and the next. */
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
  minWidth: 0,
  gap: theme.spacing(gap),
  ...(pad > 0 && { padding: theme.spacing(pad) }),
  ...(scrolls && { overflowY: 'auto' }),
}))

interface PairShape {
  /** The second is wider: a postcode and its city. */
  uneven?: boolean
}

/** Fields two by two, below each other on a phone. */
export const FieldPair = laidOut<PairShape>(['uneven'], ({ theme, uneven = false }) => ({
  display: 'grid',
  alignItems: 'start',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: `minmax(0, ${uneven ? 2 : 1}fr) minmax(0, ${uneven ? 3 : 1}fr)` },
}))

interface FrameShape {
  /** No higher than this; more of it scrolls. */
  mostPx?: number
  /** And no lower, however little there is. */
  leastPx?: number
}

/** A list in a frame of its own, within a dialog or a panel. */
export const Frame = laidOut<FrameShape>(['mostPx', 'leastPx'], ({ theme, mostPx, leastPx }) => ({
  border: line(theme),
  borderRadius: 8,
  overflow: 'auto',
  ...(mostPx && { maxHeight: mostPx }),
  ...(leastPx && { minHeight: leastPx }),
}))

/** A list with dots. */
export const Bullets = laidOut<FrameShape>(
  ['mostPx', 'leastPx'],
  ({ theme, mostPx }) => ({
    paddingLeft: theme.spacing(2.5),
    listStyle: 'disc',
    ...(mostPx && { maxHeight: mostPx, overflowY: 'auto' }),
  }),
  'ul',
)

/** What has to be read before going on, in its own frame of the warning tone. */
export const Note = laidOut<object>([], ({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  padding: theme.spacing(2),
  border: `1px solid ${vars(theme).warning.line}`,
  borderRadius: 10,
  backgroundColor: vars(theme).warning.soft,
}))
