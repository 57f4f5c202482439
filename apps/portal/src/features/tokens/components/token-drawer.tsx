import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { Ago } from '../../../components/time/time.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { tokenQuery } from '../queries/token-queries.js'
import type { Token } from '../token.js'
import { ExpiryCell, StateChip } from './token-cells.js'

interface TokenDrawerProps {
  /** Absent while no token is open. */
  id?: number
  onClose: () => void
  onRevoke: (token: Token) => void
  /** Returns the reason why the token cannot be revoked, if there is one. */
  refusalOf: (token: Token) => string | undefined
  /** Audit history of the token. The route passes it as a prop, because the history belongs to another feature. */
  history: (id: number) => ReactNode
}

/** One token: scope, validity, last use and history. */
export function TokenDrawer({ id, onClose, onRevoke, refusalOf, history }: TokenDrawerProps) {
  const { t } = useTranslation('tokens')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...tokenQuery(lastId), enabled })
  const token = query.data
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('detail.gone') }}
      title={token?.name ?? t('detail.title')}
      subtitle={token?.user}
      onClose={onClose}
      footer={
        token && (
          <ActionButton color="error" disabledBecause={refusalOf(token)} icon={Ban} onClick={() => onRevoke(token)}>
            {t('actions.revoke')}
          </ActionButton>
        )
      }
    >
      {(one) => (
        <>
          <Facts token={one} />
          <Typography variant="h2" component="h3" sx={{ mt: 3, mb: 1.5 }}>
            {t('detail.history')}
          </Typography>
          {history(one.id)}
        </>
      )}
    </RowPanel>
  )
}

function Facts({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  return (
    <FactList
      facts={[
        { label: t('columns.state'), value: <StateChip token={token} /> },
        { label: t('columns.scope'), value: t(`scopes.${token.scope}.name`) },
        { label: t('columns.prefix'), value: token.prefix && <code>{token.prefix}…</code> },
        { label: t('columns.created_at'), value: format.dateTime(token.created_at) },
        { label: t('columns.last_used_at'), value: <Ago at={token.last_used_at} never={t('never')} /> },
        { label: t('columns.last_used_from'), value: token.last_used_from },
        { label: t('columns.expires_at'), value: <ExpiryCell token={token} /> },
        { label: t('columns.revoked_at'), value: token.revoked_at && format.dateTime(token.revoked_at) },
      ]}
    />
  )
}
