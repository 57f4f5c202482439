import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/fact-list.js'
import { Hint } from '../../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { changesOf, type AuditEntry } from '../audit-entry.js'
import { entryQuery } from '../queries/history-query.js'
import { useAuditWords } from '../use-audit-words.js'
import { ActEntries } from './act-entries.js'
import { OutcomeChip } from './audit-cells.js'
import { ChangeList } from './change-list.js'

interface EntryDrawerProps {
  /** Absent while no entry is open. */
  id?: number
  onClose: () => void
}

/** One entry in full: user, time, origin, and old and new value of each field. */
export function EntryDrawer({ id, onClose }: EntryDrawerProps) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...entryQuery(lastId), enabled })
  const entry = query.data
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('detail.gone') }}
      title={entry ? words.action(entry.action) : t('detail.title')}
      subtitle={entry ? words.object(entry) : undefined}
      onClose={onClose}
    >
      {(one) => <Details entry={one} />}
    </RowPanel>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const format = useFormat()
  const kind = words.kind(entry.object_type)
  const object = words.object(entry)
  return (
    <>
      <FactList
        facts={[
          { label: t('detail.who'), value: words.actor(entry) },
          { label: t('detail.when'), value: format.dateTime(entry.created_at) },
          { label: t('detail.outcome'), value: <OutcomeChip outcome={entry.outcome} /> },
          { label: t('detail.object'), value: object === kind || entry.stands_for > 1 ? object : `${kind}: ${object}` },
          { label: t('detail.business'), value: entry.business_name },
          { label: t('detail.address'), value: entry.remote_address },
          { label: t('detail.token'), value: entry.token_id },
          { label: t('detail.request'), value: entry.request_id },
        ]}
      />
      {entry.stands_for === 1 && (
        <>
          <Typography variant="h2" component="h3" sx={{ mt: 3, mb: 1 }}>
            {t('detail.changes')}
          </Typography>
          {changesOf(entry).length > 0 ? <ChangeList entry={entry} /> : <Hint>{t('detail.noChanges')}</Hint>}
        </>
      )}
      {entry.act_size > 1 && <ActEntries entry={entry} />}
    </>
  )
}
