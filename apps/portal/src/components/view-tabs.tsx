import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { formatCount } from '../lib/format/numbers.js'
import { CountPill } from './count-pill.js'
import { Row } from './layout/index.js'

interface ViewTabsProps<View extends string> {
  label: string
  views: readonly View[]
  view: View
  titleOf: (view: View) => string
  /** Returns the number of items in a view. Undefined until it is known, and for views that are not counted. */
  countOf?: (view: View) => number | undefined
  onView: (view: View) => void
}

/** Views of a list, as tabs above it. */
export const ViewTabs = <View extends string>({ label, views, view, titleOf, countOf, onView }: ViewTabsProps<View>) => (
  <Tabs
    value={view}
    variant="scrollable"
    aria-label={label}
    onChange={(_event, next: View) => onView(next)}
    sx={{ flex: 'none', mb: 2, borderBottom: 1, borderColor: 'divider' }}
  >
    {views.map((one) => (
      <Tab key={one} value={one} label={countOf ? counted(titleOf(one), countOf(one), one === view) : titleOf(one)} />
    ))}
  </Tabs>
)

const counted = (title: string, count: number | undefined, isChosen: boolean) => (
  <Row gap={0.75} component="span">
    {title}
    {count !== undefined && <CountPill tone={isChosen ? 'primary' : undefined}>{formatCount(count)}</CountPill>}
  </Row>
)
