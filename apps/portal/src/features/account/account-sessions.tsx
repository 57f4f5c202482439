import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Laptop, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { Fill, Stack, Row, SmallHint, Text } from '../../components/layout/index.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { useAge } from '../../lib/format/use-age.js'
import { useFormat } from '../../lib/format/use-format.js'
import { sessionsQuery, type AccountSession } from './queries/security-queries.js'
import { joined } from '../../lib/format/joined.js'

/**
 * Ends one session, or all except the present one if no ID is given. Then reads the list of sessions again, even after a
 * failure.
 */
function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId === undefined) await unwrap(api.DELETE('/api/v1/account/sessions'))
      else await unwrap(api.DELETE('/api/v1/account/sessions/{sessionId}', { params: { path: { sessionId } } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

const ICONS: Record<AccountSession['device'], LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  other: Laptop,
}

/** Lists the user's sessions, each with a button to end it. */
export function AccountSessions() {
  const { t } = useTranslation('account')
  const notify = useNotify()
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions()
  const endSessions = (sessionId?: string) =>
    end.mutate(sessionId, { onSuccess: () => notify.success(t('sessions.ended')), onError: notify.failure })
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0
  return (
    <Stack gap={1.5}>
      <Text id="account-sessions" component="p" size="dense" weight="medium">
        {t('sessions.title')}
      </Text>
      {sessions.isPending && <Skeleton height={54} />}
      {sessions.isError && <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <Stack component="ul" gap={1.5} aria-labelledby="account-sessions">
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} isEnding={end.isPending} onEnd={() => endSessions(session.id)} />
          ))}
        </Stack>
      )}
      {others > 0 && (
        <Row>
          <ActionButton size="small" color="error" disabled={end.isPending} onClick={() => endSessions()}>
            {t('sessions.endOthers', { count: others })}
          </ActionButton>
        </Row>
      )}
    </Stack>
  )
}

function Session({ session, isEnding, onEnd }: { session: AccountSession; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const age = useAge(session.last_seen_at)
  const Icon = ICONS[session.device]
  const { browser, system } = session
  const name = browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknown'))
  const seen = t('sessions.seen', { when: age })
  return (
    <Row component="li" gap={1.5} tone="secondary">
      <Icon />
      <Fill>
        <Typography variant="body2" color="textPrimary">
          {name}
        </Typography>
        <SmallHint>{joined([session.address, seen])}</SmallHint>
        <SmallHint>{t('sessions.since', { date: format.dateTime(session.signed_in_at) })}</SmallHint>
      </Fill>
      {session.is_current ? (
        <Chip size="small" label={t('sessions.current')} />
      ) : (
        <ActionButton size="small" disabled={isEnding} onClick={onEnd} aria-label={t('sessions.endNamed', { name })}>
          {t('sessions.end')}
        </ActionButton>
      )}
    </Row>
  )
}
