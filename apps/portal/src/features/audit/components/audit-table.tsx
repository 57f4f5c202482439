import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.js'
import { DataTable, type Sort } from '../../../table/index.js'
import type { AuditEntry } from '../audit-entry.js'
import { auditList, entryQuery } from '../audit-list.js'
import { useAuditColumns } from '../use-audit-columns.js'
import { useAuditFilters } from '../use-audit-filters.js'
import { useAuditWords } from '../use-audit-words.js'
import { EntryDrawer } from './entry-drawer.js'

export interface AuditTableProps {
  /** Of the entry whose details are open; the address holds it. */
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
}

const NEWEST: Sort = { by: 'created_at', direction: 'desc' }

/** T-16: everything of the own businesses that was done, refused or looked at; searched, narrowed, read, taken along as CSV. */
export function AuditTable({ openId, onOpen, onClose }: AuditTableProps) {
  const { t } = useTranslation(['audit', 'screens'])
  const queries = useQueryClient()
  const words = useAuditWords()
  const { timeZone } = useFormat()
  const source = useMemo(() => auditList(words, timeZone), [words, timeZone])
  const columns = useAuditColumns()
  const filters = useAuditFilters()
  const open = (entry: AuditEntry) => {
    queries.setQueryData(entryQuery(entry.id).queryKey, entry)
    onOpen(entry.id)
  }
  return (
    <>
      <DataTable<AuditEntry>
        name="audit"
        label={t('screens:audit.title')}
        source={source}
        columns={columns}
        filters={filters}
        sort={NEWEST}
        searchLabel={t('search')}
        nothingYet={{ icon: History, title: t('nothingYet.title'), text: t('nothingYet.text') }}
        onOpen={open}
      />
      <EntryDrawer id={openId} onClose={onClose} />
    </>
  )
}
