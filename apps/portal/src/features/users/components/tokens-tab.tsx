import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Fill, ListRow, Detail, Text } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { userTokensQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'

/** The API tokens of one user, revoked ones struck. */
export function TokensTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const tokens = useQuery(userTokensQuery(user.id))
  if (tokens.isPending) return <Skeleton height={160} />
  if (tokens.isError) return <ErrorNotice error={tokens.error} onRetry={() => void tokens.refetch()} />
  if (tokens.data.length === 0) return <EmptyState icon={KeyRound} title={t('tokens.none')} />
  return (
    <ul aria-label={t('panel.tokens')}>
      {tokens.data.map(({ id, name, prefix, last_used_at, revoked_at }) => (
        <ListRow component="li" key={id}>
          <Fill>
            <Text component={revoked_at ? 'del' : 'span'} weight="strong" breaks>
              {name}
            </Text>
            <Detail>
              {`${prefix}… · `}
              {last_used_at ? t('tokens.lastUsed', { at: format.dateTime(last_used_at) }) : t('tokens.unused')}
            </Detail>
          </Fill>
          {revoked_at && <ToneChip tone="offline" label={t('tokens.revoked')} />}
        </ListRow>
      ))}
    </ul>
  )
}
