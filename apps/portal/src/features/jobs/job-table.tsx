import Box from '@mui/material/Box'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.js'
import { DataTable, type Column, type Filter, type Sort } from '../../table/index.js'
import { StateChip, TimeCell } from './job-cells.js'
import { jobList, type Job } from './job-list.js'

const NONE = '—'
const NEWEST: Sort = { by: 'created_at', direction: 'desc' }
const STATES = ['queued', 'running', 'done', 'failed'] as const

/** Background work for operators: what waits, runs and failed, how often it was tried and why it failed. */
export function JobTable() {
  const { t, i18n } = useTranslation(['jobs', 'screens'])
  const format = useFormat()
  const columns = useMemo<readonly Column<Job>[]>(() => {
    // A newer server may know kinds that this portal has no words for.
    const nameOf = (kind: string) => (i18n.exists(`kinds.${kind}`, { ns: 'jobs' }) ? t(`kinds.${kind as 'send-mail'}`) : kind)
    return [
      {
        key: 'kind',
        label: t('columns.kind'),
        render: ({ kind }) => (
          <Box component="span" sx={{ fontWeight: 600 }}>
            {nameOf(kind)}
          </Box>
        ),
      },
      { key: 'attempts', label: t('columns.attempts'), isUnsortable: true, isNumeric: true, render: ({ attempts }) => attempts },
      {
        key: 'reason',
        label: t('columns.reason'),
        isUnsortable: true,
        onCard: 'meta',
        render: ({ reason }) => (
          <Box sx={{ whiteSpace: 'normal', maxWidth: { md: 420 }, overflowWrap: 'anywhere' }}>{reason ?? NONE}</Box>
        ),
      },
      {
        key: 'requested_by',
        label: t('columns.requested_by'),
        isUnsortable: true,
        onCard: 'meta',
        render: ({ requested_by }) => requested_by ?? t('system'),
      },
      {
        key: 'created_at',
        label: t('columns.created_at'),
        onCard: 'meta',
        render: ({ created_at }) => <TimeCell at={created_at} />,
      },
      {
        key: 'runs_at',
        label: t('columns.runs_at'),
        isUnsortable: true,
        isOptional: true,
        render: ({ runs_at, state }) => (state === 'queued' ? format.dateTime(runs_at) : NONE),
      },
      {
        key: 'ended_at',
        label: t('columns.ended_at'),
        render: ({ ended_at }) => (ended_at ? <TimeCell at={ended_at} /> : NONE),
      },
      { key: 'state', label: t('columns.state'), onCard: 'state', render: ({ state }) => <StateChip state={state} /> },
    ]
  }, [t, i18n, format])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        key: 'state',
        kind: 'choice',
        label: t('columns.state'),
        choices: STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { key: 'kind', kind: 'text', label: t('columns.kind') },
      { key: 'reason', kind: 'text', label: t('columns.reason') },
      { key: 'created_at', kind: 'period', label: t('columns.created_at') },
    ],
    [t],
  )
  return (
    <DataTable<Job>
      name="jobs"
      label={t('screens:jobs.title')}
      source={jobList}
      columns={columns}
      filters={filters}
      sort={NEWEST}
      searchLabel={t('search')}
      nothingYet={{ icon: ListChecks, title: t('nothingYet.title'), text: t('nothingYet.text') }}
    />
  )
}
