import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack, ListRow, Frame, Text } from '../../../components/layout/index.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { deletedQuery } from '../queries/tag-queries.js'
import type { Tag, TagGroup } from '../tag.js'
import { useRefusals } from '../use-refusals.js'
import { useTagChanges } from '../use-tag-changes.js'
import { joined } from '../../../lib/format/joined.js'

/** Lists deleted groups and tags, each with a button to restore it (T-15). */
export function DeletedPane() {
  const { t } = useTranslation('tags')
  const deleted = useQuery(deletedQuery)
  const { restoreTag, restoreGroup } = useTagChanges()
  if (deleted.isError) return <ErrorNotice error={deleted.error} onRetry={() => void deleted.refetch()} />
  if (deleted.isPending) return <Skeleton height={160} />
  const { tags, groups } = deleted.data
  if (tags.length + groups.length === 0)
    return <EmptyState icon={Trash2} title={t('empty.deleted.title')} text={t('empty.deleted.text')} />
  return (
    <Stack gap={3}>
      {groups.length > 0 && (
        <Gone title={t('groups')} rows={groups} wordsOf={() => ''} onRestore={(group) => void restoreGroup(group)} />
      )}
      {tags.length > 0 && (
        <Gone
          title={t('bulk.tags')}
          rows={tags}
          wordsOf={({ type }) => t(`types.${type}`)}
          onRestore={(tag) => void restoreTag(tag)}
        />
      )}
    </Stack>
  )
}

interface GoneProps<Row> {
  title: string
  rows: readonly Row[]
  wordsOf: (row: Row) => string
  onRestore: (row: Row) => void
}

function Gone<Row extends Tag | TagGroup>({ title, rows, wordsOf, onRestore }: GoneProps<Row>) {
  const { t } = useTranslation('tags')
  const format = useFormat()
  const refusals = useRefusals()
  return (
    <section aria-label={title}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Frame component="ul">
        {rows.map((row) => (
          <ListRow component="li" key={row.id} wrap>
            <Stack gap={0} grow={160}>
              <Text component="del" weight="medium" breaks>
                {row.name}
              </Text>
              <Typography variant="caption" component="div" color="textTertiary">
                {joined([wordsOf(row), row.deleted_at && format.dateTime(row.deleted_at)])}
              </Typography>
            </Stack>
            <ActionButton
              size="small"
              aria-label={t('actions.restoreOf', { name: row.name })}
              disabledBecause={refusals.change(row)}
              icon={RotateCcw}
              label={t('actions.restore')}
              onClick={() => onRestore(row)}
            />
          </ListRow>
        ))}
      </Frame>
    </section>
  )
}
