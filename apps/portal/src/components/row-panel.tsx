import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { EmptyState } from './empty-state.js'
import { ErrorNotice } from './error-notice.js'
import { SideDrawer, type SideDrawerProps } from './side-drawer.js'

/** Returns the row whose panel was open last, so that the panel keeps its content while it slides away. */
export function useLastOpen<Id extends number | string = number>(id: Id | undefined): { lastId: Id; enabled: boolean } {
  const [lastId, setLastId] = useState(id)
  if (id !== undefined && id !== lastId) setLastId(id)
  return { lastId: lastId ?? (0 as Id), enabled: lastId !== undefined }
}

interface RowPanelProps<Row> extends Omit<SideDrawerProps, 'children'> {
  query: Pick<UseQueryResult<Row | null>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Text shown when the row does not exist. */
  gone: { title: string; text?: string }
  children: (row: Row) => ReactNode
}

/** Details panel of a list row: beside the list if there is room, otherwise over it. */
export const RowPanel = <Row,>({ query, gone, children, ...frame }: RowPanelProps<Row>) => (
  <SideDrawer isBeside {...frame}>
    {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
    {query.isPending && <Skeleton height={240} />}
    {query.data === null && <EmptyState icon={SearchX} {...gone} />}
    {query.data && children(query.data)}
  </SideDrawer>
)

interface PanelTabsProps<Name extends string> {
  label: string
  tabs: readonly Name[]
  tab: Name
  titleOf: (tab: Name) => string
  onTab: (tab: Name) => void
  /** Content of the open tab. */
  children: ReactNode
}

/** Tabs of a panel, one open at a time. */
export function PanelTabs<Name extends string>({ label, tabs, tab, titleOf, onTab, children }: PanelTabsProps<Name>) {
  const id = useId()
  const isLong = tabs.length > 5
  return (
    <>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={label}
        onChange={(_event, next: Name) => onTab(next)}
        sx={{ mx: -3, px: { xs: 3, sm: isLong ? 1 : 3 }, mt: -2.5, mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((one) => (
          <Tab key={one} value={one} label={titleOf(one)} id={`${id}-${one}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
    </>
  )
}
