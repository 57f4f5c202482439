import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Action, ActionRow } from '../../components/action-button.js'
import { FactList } from '../../components/fact-list.js'
import { Hint, Stack } from '../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../components/row-panel.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type HistoryImport, historyImportQuery } from './history-import.js'
import { ImportChip, Progress } from './import-cells.js'

interface ImportPanelProps {
  /** Absent while no panel is open. */
  id?: number
  onClose: () => void
  actionsOf: (one: HistoryImport) => readonly Action[]
}

/** One import: progress, contents and actions. */
export function ImportPanel({ id, onClose, actionsOf }: ImportPanelProps) {
  const { t } = useTranslation('historyImports')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...historyImportQuery(lastId), enabled })
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('detail.gone') }}
      title={query.data?.entity_name ?? t('detail.title')}
      subtitle={query.data?.file_name}
      onClose={onClose}
    >
      {(one) => (
        <Stack gap={2.5}>
          {(one.state === 'sending' || one.state === 'computing') && <Progress {...one} />}
          {one.state === 'done' && one.trips === 0 && <Hint>{t('detail.noTrips')}</Hint>}
          <Facts one={one} />
          <ActionRow actions={actionsOf(one)} />
        </Stack>
      )}
    </RowPanel>
  )
}

function Facts({ one }: { one: HistoryImport }) {
  const { t } = useTranslation('historyImports')
  const format = useFormat()
  return (
    <FactList
      facts={[
        { label: t('columns.state'), value: <ImportChip state={one.state} /> },
        { label: t('columns.trips'), value: formatCount(one.trips) },
        { label: t('columns.points'), value: formatCount(one.points) },
        { label: t('columns.left_out'), value: one.left_out > 0 && formatCount(one.left_out) },
        { label: t('columns.first_at'), value: format.dateTime(one.first_at) },
        { label: t('columns.last_at'), value: format.dateTime(one.last_at) },
        { label: t('columns.format'), value: t(`formats.${one.format}`) },
        { label: t('columns.business_name'), value: one.business_name },
        { label: t('columns.user_name'), value: one.user_name },
        { label: t('columns.created_at'), value: format.dateTime(one.created_at) },
      ]}
    />
  )
}
