import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { Check, Clock3, ListChecks, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Ago, DateTime } from '../../components/time.js'
import type { components } from '../../lib/api/schema.js'
import { NONE } from '../../lib/format/none.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'

/** Work in the background, from the request to its end. */
type Job = components['schemas']['Job']

const looks = {
  queued: { icon: Clock3, bgcolor: 'surface.subtle', color: 'text.secondary' },
  running: { icon: LoaderCircle, bgcolor: 'primary.soft', color: 'primary.main' },
  done: { icon: Check, bgcolor: 'moving.soft', color: 'moving.main' },
  failed: { icon: TriangleAlert, bgcolor: 'missing.soft', color: 'missing.main' },
}

/** How it stands: shape, colour and word. */
function StateChip({ state }: { state: Job['state'] }) {
  const { t } = useTranslation('jobs')
  const { icon: Icon, ...look } = looks[state]
  return <Chip icon={<Icon size={14} />} label={t(`states.${state}`)} sx={look} />
}

/** A newer server may know kinds that this portal has no words for. */
function Kind({ kind }: { kind: string }) {
  const { t, i18n } = useTranslation('jobs')
  return (
    <Box component="span" sx={{ fontWeight: 600 }}>
      {i18n.exists(`kinds.${kind}`, { ns: 'jobs' }) ? t(`kinds.${kind as 'send-mail'}`) : kind}
    </Box>
  )
}

/** One's own jobs of the last 30 days; a super admin's are everybody's. */
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
      render: ({ reason }) => (
        <Box sx={{ whiteSpace: 'normal', maxWidth: { md: 420 }, overflowWrap: 'anywhere' }}>{reason ?? NONE}</Box>
      ),
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

/** What the system does in the background, how often it was tried and why it failed: for a super admin everybody's, for others their own. */
export function Component() {
  const { t } = useTranslation('jobs')
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling>
      <ListTable {...jobs} />
    </Page>
  )
}
