import Button from '@mui/material/Button'
import { Ban, BookOpen, KeyRound, PanelRight } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/clock.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { DataTable, type BulkAction, type Sort } from '../../../table/index.js'
import { tokenList } from '../queries/token-queries.js'
import { stateOf, type Token } from '../token.js'
import { useBulkRevoke } from '../use-bulk-revoke.js'
import { useTokenColumns } from '../use-token-columns.js'
import { useTokenFilters } from '../use-token-filters.js'
import { RevokeDialog } from './revoke-dialog.js'
import { TokenDrawer } from './token-drawer.js'

export interface TokenTableProps {
  /** Of the token whose panel is open; the address holds it. */
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
  history: (id: number) => ReactNode
}

/** Served by the API itself. */
const API_DOCS = '/api/docs'
const NEWEST: Sort = { by: 'created_at', direction: 'desc' }
const MINUTE_MS = 60_000

/** the API tokens of the users in scope; found, looked at, revoked one by one or many at once. */
export function TokenTable({ openId, onOpen, onClose, history }: TokenTableProps) {
  const { t } = useTranslation(['tokens', 'screens'])
  const [asked, setAsked] = useState<Token>()
  const { timeZone } = useFormat()
  const source = useMemo(() => tokenList(timeZone), [timeZone])
  const columns = useTokenColumns()
  const filters = useTokenFilters()
  const missingRight = useMissingRight('manage:tokens')
  const now = useNow(MINUTE_MS)
  const refusalOf = (token: Token) => missingRight ?? (stateOf(token, now) === 'revoked' ? t('alreadyRevoked') : undefined)
  const revoking = useBulkRevoke()
  const revokeMany: BulkAction<Token> = {
    key: 'revoke',
    label: t('actions.revoke'),
    icon: Ban,
    isDanger: true,
    disabledBecause: missingRight,
    effectOn: (count) => t('bulk.effect', { count, shown: formatCount(count) }),
    refusalOf,
    ...revoking,
  }
  return (
    <>
      <DataTable<Token>
        name="tokens"
        label={t('screens:tokens.title')}
        source={source}
        columns={columns}
        filters={filters}
        sort={NEWEST}
        searchLabel={t('search')}
        nothingYet={{
          icon: KeyRound,
          title: t('nothingYet.title'),
          text: t('nothingYet.text'),
          action: (
            <Button
              href={API_DOCS}
              target="_blank"
              rel="noopener"
              startIcon={<BookOpen size={16} strokeWidth={1.75} aria-hidden />}
            >
              {t('docs')}
            </Button>
          ),
        }}
        onOpen={({ id }) => onOpen(id)}
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
