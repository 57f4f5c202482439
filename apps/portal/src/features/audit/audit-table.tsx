import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/time/time.js'
import { inReadersOrder } from '../../lib/search-text.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'
import type { AuditEntry } from './audit-entry.js'
import { ActionCell, ActorWord, ChangesCell, KindWord, OutcomeChip } from './components/audit-cells.js'
import { EntryDrawer } from './components/entry-drawer.js'
import { entryQuery } from './queries/history-query.js'
import { useAuditWords } from './use-audit-words.js'

/** All completed and rejected actions and views, in the businesses that the user manages. */
const auditLog = defineList({
  texts: 'audit',
  source: listOf('/api/v1/audit-log', {
    key: ['audit'],
    nameOf: ({ action }) => action,
    // An action on many objects is shown as one row.
    pageQuery: { by_act: true },
    // The CSV has one line per changed field.
    csv: { fileName: 'audit-log.csv', hasOwnColumns: true },
  }),
  icon: History,
  sort: '-created_at',
  columns: {
    action: { render: (entry) => <ActionCell entry={entry} /> },
    changes: { isUnsortable: true, isLong: true, onCard: 'meta', render: (entry) => <ChangesCell entry={entry} /> },
    actor: { onCard: 'meta', render: (entry) => <ActorWord entry={entry} /> },
    created_at: { onCard: 'meta', render: ({ created_at }) => <Ago at={created_at} /> },
    business_name: { isUnsortable: true },
    object_type: { isOptional: true, render: (entry) => <KindWord entry={entry} /> },
    remote_address: { isUnsortable: true, isOptional: true },
    outcome: { isUnsortable: true, onCard: 'state', render: ({ outcome }) => <OutcomeChip outcome={outcome} /> },
  },
  filters: {
    created_at: 'period',
    actor: 'text',
    outcome: { choices: (t) => choicesOf(['done', 'refused'], (outcome) => t(`outcomes.${outcome}`)) },
  },
})

export interface AuditTableProps {
  /** Entry whose details are open, from the URL. */
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
}

/** Audit log of the user's businesses, with search, filters, details and CSV export (T-16). */
export function AuditTable({ openId, onOpen, onClose }: AuditTableProps) {
  const { t } = useTranslation('audit')
  const queries = useQueryClient()
  const words = useAuditWords()
  const nameOf = (entry: AuditEntry) => `${words.action(entry.action)}, ${words.object(entry)}`
  const filters = useMemo(() => {
    // Returns the actions or kinds of objects that have a translation, as filter choices.
    const choicesIn = (of: 'actions' | 'kinds', valueOf: (key: string) => string, word: (value: string) => string) =>
      choicesOf(Object.keys(t(of, { returnObjects: true })).map(valueOf), word).sort((a, b) => inReadersOrder(a.label, b.label))
    const { created_at, actor, outcome } = auditLog.filters
    return {
      created_at,
      actor,
      action: { choices: () => choicesIn('actions', (key) => key.replaceAll('_', '.'), words.action) },
      object_type: { choices: () => choicesIn('kinds', (key) => key, words.kind) },
      outcome,
    }
  }, [t, words])
  const open = (entry: AuditEntry) => {
    queries.setQueryData(entryQuery(entry.id).queryKey, entry)
    onOpen(entry.id)
  }
  return (
    <>
      <ListTable {...auditLog} source={{ ...auditLog.source, nameOf }} filters={filters} onOpen={open} openId={openId} />
      <EntryDrawer id={openId} onClose={onClose} />
    </>
  )
}
