import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Building2, Plus, Search as SearchIcon, SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Row, Pane, Span } from '../../../components/layout/index.js'
import { findBusinesses, type BusinessTree, type TreeBusiness, ancestorsOf } from '../../../lib/businesses/business-tree.js'
import { formatCount, counted } from '../../../lib/format/numbers.js'
import { vars } from '../../../theme/components/vars.js'
import { foundRows, openRows } from '../tree-rows.js'
import { BusinessTreeView } from './business-tree.js'

interface TreePanelProps {
  title: string
  tree: BusinessTree | undefined
  error: unknown
  onRetry: () => void
  selectedId: number | null
  onSelect: (business: TreeBusiness) => void
  onNew: () => void
  newDisabledBecause: string | undefined
  onMove?: (business: TreeBusiness, to: TreeBusiness) => void
  menu: ReactNode
}

/** Left pane: tree of all businesses that the signed-in user sees, with search and count. */
export function TreePanel({ title, tree, error, onRetry, selectedId, onSelect, ...panel }: TreePanelProps) {
  const { t } = useTranslation(['businesses', 'table'])
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const branches = useOpenBranches(tree, selectedId)
  const { open } = branches
  const rows = useMemo(() => (tree ? (query === '' ? openRows(tree, open) : foundRows(tree, query)) : []), [tree, query, open])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Pane sx={{ height: '100%' }}>
      <Box sx={{ display: 'grid', gap: 1.5, px: { xs: 2, md: 2.5 }, pt: 3, pb: 2, flex: 'none' }}>
        <Row>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
            {title}
          </Typography>
          <ActionButton
            icon={Plus}
            label={t('new')}
            disabledBecause={panel.newDisabledBecause}
            onClick={panel.onNew}
            sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
          />
        </Row>
        <SearchTree text={text} onText={setText} />
      </Box>
      {renderTree()}
      {tree && tree.all.length > 0 && <Summary tree={tree} query={query} onCollapse={branches.closeAll} />}
    </Pane>
  )

  function renderTree() {
    if (error && !tree) return <ErrorNotice error={error} onRetry={onRetry} />
    if (!tree) return <TreeSkeleton />
    if (tree.all.length === 0) return <EmptyState icon={Building2} title={t('nothingYet.title')} text={t('nothingYet.text')} />
    if (rows.length === 0)
      return (
        <EmptyState
          icon={SearchX}
          title={t('noMatch.title')}
          text={t('noMatch.text')}
          actions={<Button onClick={() => setText('')}>{t('noMatch.clear')}</Button>}
        />
      )
    return (
      <BusinessTreeView
        rows={rows}
        query={query}
        selectedId={selectedId}
        onSelect={onSelect}
        onOpen={(business, isOpen) => query === '' && branches.setOpen(business.id, isOpen)}
        onMove={panel.onMove}
        menu={panel.menu}
      />
    )
  }
}

const Search = styled(TextField)({
  '& .MuiOutlinedInput-root': { paddingLeft: 10 },
  '& .MuiOutlinedInput-input': { paddingLeft: 0, paddingRight: 0 },
})

/** Search field. If the field contains text, Escape clears the field and has no other effect. */
function SearchTree({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('businesses')
  return (
    <Search
      type="search"
      value={text}
      placeholder={t('tree.search')}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        onText('')
      }}
      slotProps={{
        htmlInput: { 'aria-label': t('tree.search') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

const Foot = styled(Row)(({ theme }) => ({
  flex: 'none',
  minHeight: 44,
  padding: theme.spacing(0.5, 2.5),
  borderTop: `1px solid ${vars(theme).divider}`,
}))

/** Shows the numbers of businesses and levels, or the number of search results. */
function Summary({ tree, query, onCollapse }: { tree: BusinessTree; query: string; onCollapse: () => void }) {
  const { t } = useTranslation('businesses')
  return (
    <Foot wrap>
      <Span size="caption" tone="secondary" grow role="status">
        {query === ''
          ? t('tree.summary', {
              businesses: t('tree.businesses', counted(tree.all.length)),
              levels: t('tree.levels', { count: tree.levels }),
            })
          : t('tree.found', { shown: formatCount(findBusinesses(tree, query).length) })}
      </Span>
      <Link component="button" variant="caption" onClick={onCollapse}>
        {t('tree.collapse')}
      </Link>
    </Foot>
  )
}

const TreeSkeleton = () => (
  <Box aria-busy sx={{ flex: 1, px: 2.5, display: 'grid', alignContent: 'start', gap: 2.5, pt: 1.5 }}>
    {[160, 120, 140, 100, 132, 96, 148, 110].map((width, row) => (
      <Skeleton key={row} animation={false} width={width} height={12} sx={{ ml: row === 0 ? 0 : 2.5 }} />
    ))}
  </Box>
)

/** Maximum number of roots that are expanded at first. If there are more, all are collapsed. */
const ROOTS_OPENED = 20

/**
 * Returns the expanded branches. The path to the selected business is always expanded. If the tree is small, its roots are
 * also expanded at first.
 */
function useOpenBranches(tree: BusinessTree | undefined, selectedId: number | null) {
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [shownWayTo, setShownWayTo] = useState<number | null>(null)
  const selected = selectedId === null ? undefined : tree?.byId.get(selectedId)
  if (selected && shownWayTo !== selected.id) {
    setShownWayTo(selected.id)
    setToggled(new Map([...toggled, ...ancestorsOf(selected).map(({ id }) => [id, true] as const)]))
  }
  const open = useMemo(() => {
    const ids = new Set(tree && tree.roots.length <= ROOTS_OPENED ? tree.roots.map(({ id }) => id) : [])
    for (const [id, isOpen] of toggled) {
      if (isOpen) ids.add(id)
      else ids.delete(id)
    }
    return ids
  }, [tree, toggled])
  return {
    open,
    setOpen: (id: number, isOpen: boolean) => setToggled(new Map(toggled).set(id, isOpen)),
    closeAll: () => setToggled(new Map(tree?.roots.map(({ id }) => [id, false]))),
  }
}
