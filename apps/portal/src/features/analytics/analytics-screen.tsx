import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { ChartColumn, Plus, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { SmallHint } from '../../components/layout/index.js'
import { Page } from '../../components/page.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { type Chart, MOST_CHARTS, newChart, PRESETS, SUGGESTED } from './chart.js'
import { type ChartActs, ChartCard } from './components/chart-card.js'
import { ChartDialog } from './components/chart-dialog.js'
import { ANALYTICS_KEY } from './queries/analytics-query.js'
import { useCharts } from './queries/charts-query.js'
import { useChartWords } from './use-chart-words.js'

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('xl')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}))

/** Shows the user's charts about the use of the fleet, in the order that the user chose. */
export function Component() {
  const { t } = useTranslation(['analytics', 'reports'])
  const client = useQueryClient()
  const { query, charts, isSent, keep } = useCharts()
  const [edited, setEdited] = useState<Chart | 'new'>()
  const save = (chart: Chart) => {
    keep(charts.some(({ id }) => id === chart.id) ? charts.map((one) => (one.id === chart.id ? chart : one)) : [...charts, chart])
    setEdited(undefined)
  }
  const isFull = charts.length >= MOST_CHARTS
  const add = () => setEdited('new')
  return (
    <Page
      title={t('screen.title')}
      meta={
        query.data ? `${t('charts', counted(charts.length))}, ${t(isSent ? 'keptWithYou' : 'keptHere')}` : t('screen.purpose')
      }
      actions={
        charts.length > 0 && (
          <>
            <Button startIcon={<RefreshCw />} onClick={() => void client.invalidateQueries({ queryKey: ANALYTICS_KEY })}>
              {t('refresh')}
            </Button>
            {isFull ? (
              t('full', { most: formatCount(MOST_CHARTS) })
            ) : (
              <Button variant="contained" startIcon={<Plus />} onClick={add}>
                {t('dialog.add')}
              </Button>
            )}
          </>
        )
      }
    >
      {query.isPending && <Skeleton animation={false} height={320} />}
      {query.isError && !query.data && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && charts.length === 0 && <FirstVisit onAdd={add} onSuggested={() => keep(SUGGESTED.map(newChart))} />}
      <Charts charts={charts} keep={keep} onEdit={setEdited} />
      {charts.some(({ preset }) => PRESETS[preset].isDistance) && (
        <SmallHint sx={{ mt: 2 }}>{t('reports:straightLines')}</SmallHint>
      )}
      {edited && <ChartDialog chart={edited === 'new' ? undefined : edited} onSave={save} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

interface ChartsProps {
  charts: readonly Chart[]
  keep: (charts: Chart[]) => void
  onEdit: (chart: Chart) => void
}

function Charts({ charts, keep, onEdit }: ChartsProps) {
  const { t } = useTranslation('analytics')
  const words = useChartWords()
  const notify = useNotify()
  const dragged = useRef<number>(undefined)
  const move = (from: number, to: number) => keep(charts.toSpliced(from, 1).toSpliced(to, 0, ...charts.slice(from, from + 1)))
  const remove = (chart: Chart, at: number) => {
    keep(charts.toSpliced(at, 1))
    const wayBack = { label: t('undo'), onAct: () => keep([...charts]) }
    notify.success(t('removed', { title: words.title(chart) }), { wayBack })
  }
  const actsOf = (chart: Chart, at: number): ChartActs => ({
    edit: () => onEdit(chart),
    duplicate: () => keep(charts.toSpliced(at + 1, 0, { ...chart, id: crypto.randomUUID() })),
    remove: () => remove(chart, at),
    moveEarlier: at > 0 ? () => move(at, at - 1) : undefined,
    moveLater: at < charts.length - 1 ? () => move(at, at + 1) : undefined,
  })
  if (charts.length === 0) return null
  return (
    <Grid aria-label={t('screen.title')}>
      {charts.map((chart, at) => (
        <ChartCard
          key={chart.id}
          chart={chart}
          acts={actsOf(chart, at)}
          onDrag={() => (dragged.current = at)}
          onDrop={() => {
            if (dragged.current !== undefined && dragged.current !== at) move(dragged.current, at)
            dragged.current = undefined
          }}
        />
      ))}
    </Grid>
  )
}

/** Offers three basic charts to a user who has none. */
function FirstVisit({ onAdd, onSuggested }: { onAdd: () => void; onSuggested: () => void }) {
  const { t } = useTranslation('analytics')
  const words = useChartWords()
  return (
    <Paper>
      <EmptyState
        icon={ChartColumn}
        title={t('first.title')}
        text={t('first.text', { charts: SUGGESTED.map(words.preset).join(' · ') })}
        actions={
          <>
            <Button variant="contained" onClick={onSuggested}>
              {t('first.add')}
            </Button>
            <Button onClick={onAdd}>{t('first.choose')}</Button>
          </>
        }
      />
    </Paper>
  )
}
