import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../components/error-notice.js'
import type { TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { businessQuery } from '../queries/business-query.js'
import type { BusinessAction } from '../use-business-actions.js'
import type { BusinessAddress } from '../use-business-address.js'
import { BusinessHeader } from './business-header.js'
import { ContentsTabs } from './contents-tabs.js'
import { StatisticsStrip } from './statistics-strip.js'

interface BusinessDetailProps {
  node: TreeBusiness
  address: BusinessAddress
  actions: readonly BusinessAction[]
  entityPath?: (id: number) => string
  onBack?: () => void
}

/**
 * Right pane with one business: the statistics of its devices if the business shows statistics (G-23), and its devices,
 * entities and users.
 */
export function BusinessDetail({ node, address, actions, entityPath, onBack }: BusinessDetailProps) {
  const { data, error, refetch } = useQuery(businessQuery(node.id))
  return (
    <Box
      sx={{
        display: { md: 'flex' },
        flexDirection: 'column',
        height: { md: '100%' },
        minHeight: 0,
        overflow: { md: 'auto' },
        px: { xs: 2, md: 4 },
        py: { xs: 2, md: 3 },
      }}
    >
      <BusinessHeader node={node} business={data?.business} actions={actions} addressOf={address.addressOf} onBack={onBack} />
      {error && !data ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data?.business.show_statistics && <StatisticsStrip businessId={node.id} />}
          <ContentsTabs node={node} address={address} entityPath={entityPath} />
        </>
      )}
    </Box>
  )
}
