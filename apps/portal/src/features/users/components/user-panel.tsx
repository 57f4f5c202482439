import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionRow } from '../../../components/action-button.js'
import { FactList } from '../../../components/fact-list.js'
import { Detail, Fill, ListRow, Stack, Text } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { PanelTabs, RowPanel, useLastOpen } from '../../../components/row-panel.js'
import { DateTime } from '../../../components/time/time.js'
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
  /** Absent while no user is open. */
  id?: number
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  actionsOf: (user: User) => readonly UserAction[]
  /** Audit history of a user. The route passes it as a prop, because the history belongs to another feature. */
  history: (id: number) => ReactNode
}

/** One user: data, permissions, devices, tokens, history and actions. */
export function UserPanel({ id, tab, onTab, onClose, actionsOf, history }: UserPanelProps) {
  const { t } = useTranslation('users')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...userQuery(lastId), enabled })
  const seesTokens = usePermission('read:business-management')
  const tabs = PANEL_TABS.filter((one) => one !== 'tokens' || seesTokens)
  const shown = tabs.includes(tab) ? tab : 'details'
  const contents: Record<PanelTab, (user: User) => ReactNode> = {
    details: (user) => <Details user={user} actions={actionsOf(user)} />,
    rights: (user) => <RightsTab user={user} />,
    devices: (user) => <DevicesTab user={user} />,
    tokens: (user) => <TokensTab user={user} />,
    activity: (user) => history(user.id),
  }
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone') }}
      title={query.data?.name ?? t('panel.details')}
      subtitle={query.data?.email}
      onClose={onClose}
    >
      {(user) => (
        <PanelTabs label={t('panel.tabs')} tabs={tabs} tab={shown} titleOf={(one) => t(`panel.${one}`)} onTab={onTab}>
          {contents[shown](user)}
        </PanelTabs>
      )}
    </RowPanel>
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
      <ActionRow actions={actions.filter(({ isAboutSignIn }) => !isAboutSignIn)} />
      {waysIn.length > 0 && (
        <Stack component="section" gap={1.5} divided aria-labelledby={signIn}>
          <Text component="h3" size="heading" id={signIn}>
            {t('panel.signIn')}
          </Text>
          <ActionRow actions={waysIn} />
        </Stack>
      )}
    </Stack>
  )
}

/** API tokens of one user. Revoked tokens are struck through. */
function TokensTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  return (
    <Loaded query={useQuery(userTokensQuery(user.id))} nothing={{ icon: KeyRound, title: t('tokens.none') }}>
      {(tokens) => (
        <ul aria-label={t('panel.tokens')}>
          {tokens.map(({ id, name, prefix, last_used_at, revoked_at }) => (
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
      )}
    </Loaded>
  )
}
