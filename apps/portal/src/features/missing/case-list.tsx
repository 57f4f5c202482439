import { CircleSlash, SearchCheck, Siren } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Ago, DateTime } from '../../components/time/time.js'
import { ToneChip } from '../../components/tone-chip.js'
import { caseRoom } from '../../lib/paths.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'
import { KEY, type MissingCase } from './case-queries.js'
import { useEndWords } from './case-words.js'

export const CASE_VIEWS = ['open', 'resolved', 'closed'] as const
export type CaseView = (typeof CASE_VIEWS)[number]

const REASONS = ['stolen', 'lost', 'not-returned', 'other'] as const

const casesIn = (view: CaseView) =>
  listOf('/api/v1/entities/missing', {
    key: [KEY, view],
    nameOf: ({ number, entity_name }) => `${number} ${entity_name}`,
    conditions: [`state:=${view}`],
    csv: { fileName: 'missing.csv' },
  })

const looks = {
  open: { icon: Siren, tone: 'missing' },
  resolved: { icon: SearchCheck, tone: 'moving' },
  closed: { icon: CircleSlash, tone: 'offline' },
} as const

/** Shows the state of a case with its icon. */
export function CaseChip({ state }: { state: MissingCase['state'] }) {
  const { t } = useTranslation('missing')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

function Reason({ reason }: { reason: MissingCase['reason'] }) {
  const { t } = useTranslation('entities')
  return t(`missing.reasons.${reason}`)
}

const EndReason = ({ reason }: { reason: string | null }) => useEndWords()(reason)

const cases = defineList({
  texts: 'missing',
  source: casesIn('open'),
  icon: Siren,
  sort: '-created_at',
  columns: {
    entity_name: {},
    number: { isUnsortable: true, onCard: 'meta' },
    state: { onCard: 'state', isUnsortable: true, render: ({ state }) => <CaseChip state={state} /> },
    created_at: { onCard: 'meta', render: ({ opened_at }) => <Ago at={opened_at} /> },
    last_seen: {
      isUnsortable: true,
      onCard: 'meta',
      render: ({ last_seen, location_hidden }, t) => (
        <Ago at={last_seen} never={t(location_hidden ? 'map:hidden.short' : 'never')} />
      ),
    },
    assignee: { onCard: 'meta', render: ({ assignee }, t) => assignee ?? t('nobody') },
    business_name: {},
    reason: { isUnsortable: true, render: ({ reason }) => <Reason reason={reason} /> },
    police_report_number: { isUnsortable: true },
    frame_number: { isUnsortable: true, isOptional: true },
    license_plate: { isUnsortable: true, isOptional: true },
    reporter: { isUnsortable: true, isOptional: true },
    ended_at: { isOptional: true, render: ({ ended_at }) => (ended_at ? <DateTime at={ended_at} /> : null) },
    end_reason: { isUnsortable: true, isOptional: true, render: ({ end_reason }) => <EndReason reason={end_reason} /> },
  },
  filters: {
    business_name: 'text',
    assignee: 'text',
    police_report_number: 'text',
    created_at: 'period',
    ended_at: 'period',
  },
})

/**
 * Lists the missing cases in a state. A case is the record of a missing vehicle, and its page is called the room of the case. A
 * row links to the room.
 */
export function CaseList({ view }: { view: CaseView }) {
  const { t } = useTranslation(['missing', 'entities'])
  const navigate = useNavigate()
  const reason = {
    choices: () => choicesOf(REASONS, (one) => t(`entities:missing.reasons.${one}`)),
  }
  return (
    <ListTable
      key={view}
      {...cases}
      name={`missing-${view}`}
      source={casesIn(view)}
      filters={{ ...cases.filters, reason }}
      nothing={{ title: t(`nothing.${view}.title`), text: t(`nothing.${view}.text`) }}
      onOpen={({ id }) => void navigate(caseRoom(id))}
    />
  )
}
