import Button from '@mui/material/Button'
import { Ban, BookOpen, KeyRound, PanelRight } from 'lucide-react'
import { useState, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/time/time.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { useMinute } from '../../lib/clock.js'
import { counted } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type BulkAction, bulkRequest } from '../../table/index.js'
import { RevokeDialog } from './components/revoke-dialog.js'
import { ExpiryCell, NameCell, StateChip } from './components/token-cells.js'
import { TokenDrawer } from './components/token-drawer.js'
import { SCOPES, stateOf, type Token } from './token.js'

const tokens = defineList({
  texts: 'tokens',
  source: listOf('/api/v1/tokens', { key: ['tokens'], nameOf: ({ name }) => name, csv: { fileName: 'tokens.csv' } }),
  icon: KeyRound,
  sort: '-created_at',
  columns: {
    name: { render: (token) => <NameCell token={token} /> },
    scope: { onCard: 'meta', render: ({ scope }, t) => t(`scopes.${scope}.name`) },
    user: { onCard: 'meta' },
    created_at: { render: ({ created_at }) => <Ago at={created_at} /> },
    last_used_at: { onCard: 'meta', render: ({ last_used_at }, t) => <Ago at={last_used_at} never={t('never')} /> },
    last_used_from: { isUnsortable: true, isOptional: true },
    expires_at: { render: (token) => <ExpiryCell token={token} /> },
    revoked_at: { render: ({ revoked_at }) => <Ago at={revoked_at} /> },
    state: { isUnsortable: true, onCard: 'state', render: (token) => <StateChip token={token} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(['created', 'revoked'], (state) => t(`states.${state}`)) },
    scope: { choices: (t) => SCOPES.map(({ scope }) => ({ value: scope, label: t(`scopes.${scope}.name`) })) },
    user: 'text',
    last_used_at: 'period',
    expires_at: 'period',
  },
})

export interface TokenTableProps {
  /** Token whose panel is open, from the URL. */
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
  history: (id: number) => ReactNode
}

/** Served by the API itself. */
const API_DOCS = '/api/docs'
/** Lists the API tokens of the users in scope. They can be viewed and revoked, one by one or many together. */
export function TokenTable({ openId, onOpen, onClose, history }: TokenTableProps) {
  const { t } = useTranslation('tokens')
  const [asked, setAsked] = useState<Token>()
  const missingRight = useMissingRight('manage:tokens')
  const now = useMinute()
  const refusalOf = (token: Token) => missingRight ?? (stateOf(token, now) === 'revoked' ? t('alreadyRevoked') : undefined)
  const revoking = useBulkRevoke()
  const revokeMany: BulkAction<Token> = {
    key: 'revoke',
    label: t('actions.revoke'),
    icon: Ban,
    isDanger: true,
    disabledBecause: missingRight,
    effectOn: (count) => t('bulk.effect', counted(count)),
    refusalOf,
    ...revoking,
  }
  return (
    <>
      <ListTable
        {...tokens}
        nothingAction={
          <Button href={API_DOCS} target="_blank" rel="noopener" startIcon={<BookOpen />}>
            {t('docs')}
          </Button>
        }
        onOpen={({ id }) => onOpen(id)}
        openId={openId}
        actionsOf={(token) => [
          { label: t('actions.details'), icon: PanelRight, onAct: () => onOpen(token.id) },
          {
            label: t('actions.revoke'),
            icon: Ban,
            isDanger: true,
            disabledBecause: refusalOf(token),
            onAct: () => setAsked(token),
          },
        ]}
        bulkActions={[revokeMany]}
      />
      <TokenDrawer id={openId} onClose={onClose} onRevoke={setAsked} refusalOf={refusalOf} history={history} />
      {asked && <RevokeDialog token={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Revokes many tokens and shows the result of each. There is no undo, because a revoked token stays revoked. */
function useBulkRevoke() {
  return useMemo(
    () =>
      bulkRequest<Token>({
        send: (ids, key) => unwrap(api.POST('/api/v1/tokens/revoke', { params: { header: once(key) }, body: { ids } })),
      }),
    [],
  )
}
