import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { SearchX, KeyRound } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { FactList } from '../../../components/fact-list.js'
import { Row, Stack, Fill, ListRow, Detail, Text } from '../../../components/layout/index.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { DateTime } from '../../../components/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import { userQuery, userTokensQuery } from '../queries/user-queries.js'
import type { UserAction } from '../use-user-actions.js'
import type { User } from '../user.js'
import { DevicesTab } from './devices-tab.js'
import { RightsTab } from './rights-tab.js'
import { ContactLink, RoleChip, SeenCell } from './user-cells.js'

export const PANEL_TABS = ['details', 'rights', 'devices', 'tokens', 'activity'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

interface UserPanelProps {
  /** Absent while nobody is open. */
  id?: number
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  actionsOf: (user: User) => readonly UserAction[]
  /** Who changed what about the user; of another feature, so the route brings it. */
  history: (id: number) => ReactNode
}

/** One user: who they are, what they may do, their devices, tokens and history; and what can be done. */
export function UserPanel({ id, tab, onTab, onClose, actionsOf, history }: UserPanelProps) {
  const { t } = useTranslation('users')
  // The last one stays in sight while the drawer slides away.
  const [shownId, setShownId] = useState(id)
  if (id !== undefined && id !== shownId) setShownId(id)
  const { data: user, error, refetch, isPending } = useQuery({ ...userQuery(shownId ?? 0), enabled: shownId !== undefined })
  const seesTokens = usePermission('read:business-management')
  const tabs = PANEL_TABS.filter((one) => one !== 'tokens' || seesTokens)
  const shown = tabs.includes(tab) ? tab : 'details'
  return (
    <SideDrawer isOpen={id !== undefined} title={user?.name ?? t('panel.details')} subtitle={user?.email} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} />}
      {user === null && <EmptyState icon={SearchX} title={t('panel.gone')} />}
      {user && (
        <>
          <Tabs
            value={shown}
            variant="scrollable"
            aria-label={t('panel.tabs')}
            onChange={(_event, next: PanelTab) => onTab(next)}
            sx={{ mx: -3, px: 3, mt: -2.5, mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
          >
            {tabs.map((one) => (
              <Tab key={one} value={one} label={t(`panel.${one}`)} id={`user-tab-${one}`} aria-controls="user-tab-panel" />
            ))}
          </Tabs>
          <div id="user-tab-panel" role="tabpanel" aria-labelledby={`user-tab-${shown}`}>
            {shown === 'details' && <Details user={user} actions={actionsOf(user)} />}
            {shown === 'rights' && <RightsTab user={user} />}
            {shown === 'devices' && <DevicesTab user={user} />}
            {shown === 'tokens' && <TokensTab user={user} />}
            {shown === 'activity' && history(user.id)}
          </div>
        </>
      )}
    </SideDrawer>
  )
}

function Details({ user, actions }: { user: User; actions: readonly UserAction[] }) {
  const { t } = useTranslation('users')
  const signIn = useId()
  const waysIn = actions.filter(({ isAboutSignIn }) => isAboutSignIn)
  return (
    <Stack>
      <FactList
        facts={[
          { label: t('columns.role'), value: <RoleChip user={user} /> },
          { label: t('columns.sub_vendor_name'), value: user.business_name },
          { label: t('columns.last_seen_at'), value: <SeenCell user={user} /> },
          { label: t('columns.email'), value: <ContactLink user={user} kind="email" /> },
          { label: t('columns.phone'), value: user.phone && <ContactLink user={user} kind="phone" /> },
          { label: t('fields.telephone'), value: user.telephone },
          { label: t('fields.address'), value: user.address },
          { label: t('fields.city'), value: [user.postcode, user.city].filter(Boolean).join(' ') },
          { label: t('columns.created_at'), value: <DateTime at={user.created_at} /> },
        ]}
      />
      <Actions actions={actions.filter(({ isAboutSignIn }) => !isAboutSignIn)} />
      {waysIn.length > 0 && (
        <Stack component="section" gap={1.5} divided aria-labelledby={signIn}>
          <Typography variant="h2" component="h3" id={signIn}>
            {t('panel.signIn')}
          </Typography>
          <Actions actions={waysIn} />
        </Stack>
      )}
    </Stack>
  )
}

const Actions = ({ actions }: { actions: readonly UserAction[] }) => (
  <Row wrap>
    {actions.map(({ label, icon: Icon, disabledBecause, isDanger, onAct }) => (
      <ActionButton
        key={label}
        disabledBecause={disabledBecause}
        icon={Icon}
        label={label}
        onClick={onAct}
        color={isDanger ? 'error' : 'primary'}
      />
    ))}
  </Row>
)

/** The API tokens of one user, revoked ones struck. */
function TokensTab({ user }: { user: User }) {
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
