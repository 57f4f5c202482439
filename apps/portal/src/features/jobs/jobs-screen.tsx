import { styled } from '@mui/material/styles'
import { Check, Clock3, ListChecks, LoaderCircle, RotateCcw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Span } from '../../components/layout/index.js'
import { Ago, DateTime } from '../../components/time/time.js'
import { ToneChip } from '../../components/tone-chip.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import { NONE } from '../../lib/format/none.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'

/** A background job, from request to end. */
type Job = components['schemas']['Job']

const looks = {
  queued: { icon: Clock3, tone: 'quiet' },
  running: { icon: LoaderCircle, tone: 'primary' },
  done: { icon: Check, tone: 'moving' },
  failed: { icon: TriangleAlert, tone: 'missing' },
} as const

/** Shows the state as shape, colour and text. */
function StateChip({ state }: { state: Job['state'] }) {
  const { t } = useTranslation('jobs')
  const look = looks[state]
  return <ToneChip {...look} label={t(`states.${state}`)} />
}

/** Returns a function that translates a kind of job. A kind without a translation, from a newer server, is shown unchanged. */
function useKindName() {
  const { t, i18n } = useTranslation('jobs')
  return (kind: string) => (i18n.exists(`kinds.${kind}`, { ns: 'jobs' }) ? t(`kinds.${kind as 'send-mail'}`) : kind)
}

const Kind = ({ kind }: { kind: string }) => <Span weight="strong">{useKindName()(kind)}</Span>

/** Shows the whole reason, wrapped over several lines. */
const Reason = styled('div')({ maxWidth: 420, whiteSpace: 'normal', overflowWrap: 'anywhere' })

/** The user's own jobs of the last 30 days. Super admins see those of all users. */
const jobs = defineList({
  texts: 'jobs',
  source: listOf('/api/v1/jobs', { key: ['jobs'], nameOf: ({ kind }) => kind }),
  icon: ListChecks,
  sort: '-created_at',
  columns: {
    kind: { render: ({ kind }) => <Kind kind={kind} /> },
    attempts: { isUnsortable: true, isNumeric: true },
    reason: {
      isUnsortable: true,
      onCard: 'meta',
      render: ({ reason }) => <Reason>{reason ?? NONE}</Reason>,
    },
    requested_by: { isUnsortable: true, onCard: 'meta', render: ({ requested_by }, t) => requested_by ?? t('system') },
    created_at: { onCard: 'meta', render: ({ created_at }) => <Ago at={created_at} /> },
    runs_at: {
      isUnsortable: true,
      isOptional: true,
      render: ({ runs_at, state }) => (state === 'queued' ? <DateTime at={runs_at} /> : NONE),
    },
    ended_at: { render: ({ ended_at }) => <Ago at={ended_at} /> },
    state: { onCard: 'state', render: ({ state }) => <StateChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(['queued', 'running', 'done', 'failed'], (state) => t(`states.${state}`)) },
    kind: 'text',
    reason: 'text',
    created_at: 'period',
  },
})

/** Background jobs with their attempts and errors. Super admins see those of all users, others only their own. */
export function Component() {
  const { t } = useTranslation('jobs')
  const nameOf = useKindName()
  const { mutate } = useChange(
    ({ id }: Job) => unwrap(api.PUT('/api/v1/jobs/{id}/retry', { params: { path: { id } } })),
    useReread('jobs'),
    { done: (_, { kind }) => t('retried', { kind: nameOf(kind) }) },
  )
  const actionsOf = (job: Job): RowAction[] => [
    {
      label: t('retry'),
      icon: RotateCcw,
      onAct: () => mutate(job),
      disabledBecause: job.state === 'failed' ? undefined : t('onlyFailed'),
    },
  ]
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling>
      <ListTable {...jobs} actionsOf={actionsOf} />
    </Page>
  )
}
