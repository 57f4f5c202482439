import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Building2, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { useBusinessTree } from '../../../lib/businesses/business-tree-query.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { kindsBelow } from '../business-places.js'
import { NoActiveVendor } from '../dialogs/no-active-vendor.js'
import { useBusinessActions } from '../use-business-actions.js'
import { DIALOG_TYPES, useBusinessAddress } from '../use-business-address.js'
import { BusinessDetail } from './business-detail.js'
import { BusinessDialogs } from './business-dialogs.js'
import { BusinessMenu } from './business-menu.js'
import { TreePanel } from './tree-panel.js'

interface BusinessesScreenProps {
  title: string
  /** Opens the form of a new user of a business. */
  onCreateUser: (businessId: number) => void
  /** Returns the URL of an entity's page. Absent if the user is not allowed to see the map. */
  entityPath?: (id: number) => string
}

/** Tree of businesses beside one business. On a phone only one of the two is shown. */
export function BusinessesScreen({ title, onCreateUser, entityPath }: BusinessesScreenProps) {
  const { t } = useTranslation('businesses')
  const { user } = useSession()
  const { tree, error, retry } = useBusinessTree()
  const address = useBusinessAddress()
  const isNarrow = useIsNarrow()
  const actionsOf = useBusinessActions(address, onCreateUser)
  const missingCreate = useMissingRight('create:business')
  const missingMove = useMissingRight('update:business')
  const [isWithoutVendor, setIsWithoutVendor] = useState(false)
  const node = address.businessId === null ? undefined : tree?.byId.get(address.businessId)
  const isGone = address.businessId !== null && tree !== undefined && !node
  const actions = node ? actionsOf(node) : []
  const isDead = node && kindsBelow(node.kind).length === 0

  const create = () => {
    if (!node && user.role_key !== 'super-admin') setIsWithoutVendor(true)
    else address.open('create:business', { type: String(DIALOG_TYPES.create) })
  }
  const panel = (
    <TreePanel
      title={title}
      tree={tree}
      error={error}
      onRetry={retry}
      selectedId={node?.id ?? null}
      onSelect={({ id }) => address.select(id)}
      onNew={create}
      newDisabledBecause={missingCreate ?? (isDead ? t('actions.nothingBelow') : undefined)}
      onMove={
        missingMove === undefined && !isNarrow
          ? (business, to) => address.open('move:business', { business: String(business.id), to: String(to.id) })
          : undefined
      }
      menu={node && <BusinessMenu isInTree label={t('header.more', { name: node.name })} actions={actions} />}
    />
  )
  return (
    <Box sx={{ display: 'flex', height: '100%', minHeight: 0 }}>
      {(!isNarrow || (!node && !isGone)) && (
        <Box
          component="section"
          aria-label={title}
          sx={{
            flex: 'none',
            width: isNarrow ? '100%' : { md: 280, xl: 320 },
            height: '100%',
            bgcolor: 'background.paper',
            borderRight: isNarrow ? 0 : 1,
            borderColor: 'divider',
          }}
        >
          {panel}
        </Box>
      )}
      {(!isNarrow || node || isGone) && (
        <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, overflow: isNarrow ? 'auto' : 'hidden' }}>
          {node && (
            <BusinessDetail
              key={node.id}
              node={node}
              address={address}
              actions={actions}
              entityPath={entityPath}
              onBack={isNarrow ? () => address.select(null) : undefined}
            />
          )}
          {!node && !isGone && tree && tree.all.length > 0 && (
            <EmptyState icon={Building2} title={t('choose.title')} text={t('choose.text')} />
          )}
          {isGone && (
            <EmptyState
              icon={SearchX}
              title={t('gone.title')}
              text={t('gone.text')}
              actions={<Button onClick={() => address.select(null)}>{t('gone.action')}</Button>}
            />
          )}
        </Box>
      )}
      {tree && <BusinessDialogs tree={tree} node={node} address={address} />}
      {isWithoutVendor && <NoActiveVendor onClose={() => setIsWithoutVendor(false)} />}
    </Box>
  )
}
