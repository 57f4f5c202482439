import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { Row, Stack, Fill, Hint, SmallHint, Text } from '../../components/layout/index.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type SignInAction, useSession } from '../../lib/session/session.js'
import { AccountSessions } from './account-sessions.js'
import { securityQuery, type AccountSecurity as Security } from './queries/security-queries.js'

/**
 * Shows password, second factor and sessions. Password and second factor are changed at the identity provider, which asks for the
 * password.
 */
export function AccountSecurity() {
  const { t } = useTranslation('account')
  const security = useQuery(securityQuery)
  return (
    <Stack component="section" divided aria-labelledby="account-security">
      <Typography variant="h2" component="h3" id="account-security">
        {t('security.title')}
      </Typography>
      {security.isPending && <Skeleton height={54} />}
      {security.isError && <ErrorNotice error={security.error} onRetry={() => void security.refetch()} />}
      {security.data && !security.data.is_kept_here && <Hint>{t('security.elsewhere')}</Hint>}
      {security.data?.is_kept_here && (
        <>
          <Line icon={KeyRound} title={t('security.password')} text={t('security.passwordText')}>
            <ActionButton action="UPDATE_PASSWORD" label={t('security.changePassword')} />
          </Line>
          <SecondStep security={security.data} />
          <AccountSessions />
        </>
      )}
    </Stack>
  )
}

function SecondStep({ security: { second_factor: factor } }: { security: Security }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const since = factor?.since ? t('security.onSince', { date: format.date(factor.since) }) : t('security.on')
  const left = factor?.recovery_codes_left
  const codes = typeof left === 'number' ? t('security.codesLeft', { count: left }) : ''
  return (
    <Line icon={ShieldCheck} title={t('security.secondStep')} text={factor ? `${since} ${codes}`.trim() : t('security.off')}>
      <ActionButton action="CONFIGURE_TOTP" label={factor ? t('security.manage') : t('security.setUp')} />
    </Line>
  )
}

/** Goes to the identity provider, which returns to this drawer. */
function ActionButton({ action, label }: { action: SignInAction; label: string }) {
  const { changeSignIn } = useSession()
  return (
    <Button size="small" disabled={!changeSignIn} onClick={() => changeSignIn?.(action)}>
      {label}
    </Button>
  )
}

const Line = ({ icon: Icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children: ReactNode }) => (
  <Row gap={1.5} wrap>
    <Row gap={1.5} align="stretch" grow={200} tone="secondary">
      <Icon />
      <Fill>
        <Text component="p" size="dense" tone="primary" weight="medium">
          {title}
        </Text>
        <SmallHint>{text}</SmallHint>
      </Fill>
    </Row>
    {children}
  </Row>
)
