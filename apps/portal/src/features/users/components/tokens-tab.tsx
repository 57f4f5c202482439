import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
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
    <Box component="ul" aria-label={t('panel.tokens')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {tokens.data.map(({ id, name, prefix, last_used_at, revoked_at }) => (
        <Box
          component="li"
          key={id}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, py: 0.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box component={revoked_at ? 'del' : 'span'} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary' }}>
              {`${prefix}… · `}
              {last_used_at ? t('tokens.lastUsed', { at: format.dateTime(last_used_at) }) : t('tokens.unused')}
            </Box>
          </Box>
          {revoked_at && <Chip label={t('tokens.revoked')} sx={{ bgcolor: 'offline.soft', color: 'offline.main' }} />}
        </Box>
      ))}
    </Box>
  )
}
