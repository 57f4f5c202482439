import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../table/index.js'
import type { AuditEntry } from './audit-entry.js'
import { ActionCell, ChangesCell, OutcomeChip, TimeCell } from './components/audit-cells.js'
import { useAuditWords } from './use-audit-words.js'

const NONE = '—'

/** The columns of the audit log. */
export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  return useMemo(
    () => [
      { key: 'action', label: t('columns.action'), render: (entry) => <ActionCell entry={entry} /> },
      {
        key: 'changes',
        label: t('columns.changes'),
        isUnsortable: true,
        onCard: 'meta',
        render: (entry) => <ChangesCell entry={entry} />,
      },
      { key: 'actor', label: t('columns.actor'), onCard: 'meta', render: (entry) => words.actor(entry) },
      {
        key: 'created_at',
        label: t('columns.created_at'),
        onCard: 'meta',
        render: ({ created_at }) => <TimeCell at={created_at} />,
      },
      {
        key: 'business_name',
        label: t('columns.business_name'),
        isUnsortable: true,
        render: ({ business_name }) => business_name ?? NONE,
      },
      {
        key: 'object_type',
        label: t('columns.object_type'),
        isOptional: true,
        render: ({ object_type }) => words.kind(object_type),
      },
      {
        key: 'remote_address',
        label: t('columns.remote_address'),
        isUnsortable: true,
        isOptional: true,
        render: ({ remote_address }) => remote_address ?? NONE,
      },
      {
        key: 'outcome',
        label: t('columns.outcome'),
        isUnsortable: true,
        onCard: 'state',
        render: ({ outcome }) => <OutcomeChip outcome={outcome} />,
      },
    ],
    [t, words],
  )
}
