import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Stack, Hint, Text } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useAge } from '../../../lib/format/use-age.js'
import { useRevokeToken } from '../queries/token-queries.js'
import type { Token } from '../token.js'

/** Asks for confirmation before a token is revoked and shows its last use. The safe button has the focus. */
export function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  const notify = useNotify()
  const lastUse = useLastUse(token)
  const revoke = useRevokeToken()
  const confirm = async () => {
    try {
      await revoke.mutateAsync(token.id)
    } catch (error) {
      notify.failure(error)
      return
    }
    notify.success(t('revoke.done', { name: token.name }))
    onClose()
  }
  return (
    <AskDialog
      isAlert
      icon={KeyRound}
      tone="error"
      title={t('revoke.title', { name: token.name })}
      onClose={onClose}
      act={{ label: t('revoke.confirm'), onAct: () => void confirm(), isPending: revoke.isPending, isDanger: true }}
      keepLabel={t('revoke.keep')}
      isHeld
    >
      <Stack gap={0.75}>
        <Text component="p" size="dense" weight="strong">
          {lastUse}
        </Text>
        <Hint>{t('revoke.text')}</Hint>
      </Stack>
    </AskDialog>
  )
}

/** Returns a sentence about when and from where a token was last used. */
function useLastUse({ last_used_at, last_used_from }: Token): string {
  const { t } = useTranslation('tokens')
  const when = useAge(last_used_at)
  if (when === undefined) return t('revoke.neverUsed')
  return last_used_from === null ? t('revoke.usedSomewhere', { when }) : t('revoke.used', { when, address: last_used_from })
}
