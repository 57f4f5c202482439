import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { Link2, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { CountPill } from '../../../components/count-pill.js'
import { EmptyState } from '../../../components/empty-state.js'
import { Pane, Row } from '../../../components/layout/index.js'
import type { TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { contentsCountQuery, type Place } from '../queries/contents-sources.js'
import { CONTENTS, type BusinessAddress, type Contents } from '../use-business-address.js'
import { ContentsTable } from './contents-table.js'

interface ContentsTabsProps {
  node: TreeBusiness
  address: BusinessAddress
  entityPath?: (id: number) => string
}

/** Tabs for the devices, entities and users of a business, each with its count. */
export function ContentsTabs({ node, address, entityPath }: ContentsTabsProps) {
  const { t } = useTranslation('businesses')
  const place = { businessId: node.id, below: address.isWithBelow }
  const missing: Record<Contents, string | undefined> = {
    devices: useMissingRight('read:business-management'),
    entities: useMissingRight('read:business-management'),
    users: useMissingRight('read:user'),
  }
  const mayLink = { business: useMissingRight('link:business'), user: useMissingRight('link:user') }
  const { tab } = address
  const hidden = missing[tab]
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: { xs: 0, md: 320 } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 1,
          flex: 'none',
          mb: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Tabs
          value={tab}
          onChange={(_event, next: Contents) => address.openTab(next)}
          aria-label={t('tabs.label')}
          variant="scrollable"
          scrollButtons={false}
          sx={{ flex: '1 1 auto', minWidth: 0, mb: '-1px' }}
        >
          {CONTENTS.map((what) => (
            <Tab
              key={what}
              value={what}
              id={`tab-${what}`}
              aria-controls="business-contents"
              label={
                <Row component="span">
                  {t(`tabs.${what}`)}
                  {missing[what] ? (
                    <Lock size={12} aria-label={missing[what]} />
                  ) : (
                    <Count place={place} what={what} isSelected={what === tab} />
                  )}
                </Row>
              }
            />
          ))}
        </Tabs>
        {node.children.length > 0 && (
          <FormControlLabel
            control={<Switch checked={address.isWithBelow} onChange={(_event, next) => address.includeBelow(next)} />}
            label={t('tabs.below')}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        )}
        <ActionButton
          size="small"
          sx={{ mb: { xs: 1, md: 0 } }}
          icon={Link2}
          label={t(`link.${tab}`)}
          disabledBecause={tab === 'users' ? mayLink.user : mayLink.business}
          onClick={() => address.open(tab === 'users' ? 'link:user' : 'link:vendor', { what: tab })}
        />
      </Box>
      <Pane id="business-contents" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {hidden ? (
          <EmptyState
            icon={Lock}
            title={t('noRight')}
            text={hidden}
            actions={<Button onClick={() => address.openTab('devices')}>{t('tabs.devices')}</Button>}
          />
        ) : (
          <ContentsTable key={`${node.id}-${tab}`} what={tab} place={place} address={address} entityPath={entityPath} />
        )}
      </Pane>
    </Box>
  )
}

function Count({ place, what, isSelected }: { place: Place; what: Contents; isSelected: boolean }) {
  const { data } = useQuery(contentsCountQuery(place, what))
  if (data === undefined) return null
  return <CountPill tone={isSelected ? 'primary' : undefined}>{formatCount(data)}</CountPill>
}
