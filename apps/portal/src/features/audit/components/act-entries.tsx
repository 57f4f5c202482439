import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { ListRow, Stack, Text } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import type { AuditEntry } from '../audit-entry.js'
import { actQuery } from '../queries/history-query.js'
import { useAuditWords } from '../use-audit-words.js'
import { ChangeList } from './change-list.js'

/** Lists the objects of one action on many, each with its changes. */
export function ActEntries({ entry: { id, act_size } }: { entry: Pick<AuditEntry, 'id' | 'act_size'> }) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const act = useInfiniteQuery(actQuery(id))
  const title = t('detail.act', { number: formatCount(act_size) })
  return (
    <Stack component="section" aria-label={title} aria-busy={act.isPending} align="start">
      <Typography variant="h2" component="h3" sx={{ mt: 3 }}>
        {title}
      </Typography>
      {act.isError && <ErrorNotice error={act.error} onRetry={() => void act.refetch()} />}
      <Stack component="ul" divided>
        {act.data?.pages
          .flatMap(({ data }) => data)
          .map((one) => (
            <ListRow component="li" key={one.id} pad={[1, 0]}>
              <Text component="div" grow>
                <Text weight="strong" breaks>
                  {words.object(one)}
                </Text>
                <ChangeList entry={one} />
              </Text>
            </ListRow>
          ))}
      </Stack>
      {act.hasNextPage && (
        <ActionButton
          variant="text"
          size="small"
          loading={act.isFetchingNextPage}
          label={t('detail.moreOfAct')}
          onClick={() => void act.fetchNextPage()}
        />
      )}
    </Stack>
  )
}
