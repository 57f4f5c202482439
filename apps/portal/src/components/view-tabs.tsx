import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'

interface ViewTabsProps<View extends string> {
  label: string
  views: readonly View[]
  view: View
  titleOf: (view: View) => string
  onView: (view: View) => void
  /** Shares its line with something else. */
  isBeside?: boolean
}

/** The views of a list, above it. */
export const ViewTabs = <View extends string>({ label, views, view, titleOf, onView, isBeside }: ViewTabsProps<View>) => (
  <Tabs
    value={view}
    variant="scrollable"
    aria-label={label}
    onChange={(_event, next: View) => onView(next)}
    sx={{ ...(isBeside ? { flex: 1, minWidth: 0 } : { flex: 'none', mb: 2 }), borderBottom: 1, borderColor: 'divider' }}
  >
    {views.map((one) => (
      <Tab key={one} value={one} label={titleOf(one)} />
    ))}
  </Tabs>
)
