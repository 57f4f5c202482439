import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiscardDialog } from '../../../components/discard-dialog.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack } from '../../../components/layout/index.js'
import { DrawerFrame } from '../../../components/side-drawer.js'
import type { BusinessTree, TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { emptyForm } from '../business-form.js'
import { kindsBelow } from '../business-places.js'
import { businessQuery } from '../queries/business-query.js'
import { BusinessFields } from './business-fields.js'

interface BusinessDrawerProps {
  tree: BusinessTree
  /** Business to change, or the parent of the new business. Undefined for the top level. */
  node: TreeBusiness | undefined
  isNew: boolean
  /** @param select business to show afterwards */
  onClose: (select?: number) => void
}

/** Drawer with the form of a new or existing business. */
export function BusinessDrawer({ tree, node, isNew, onClose }: BusinessDrawerProps) {
  const { t } = useTranslation('businesses')
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const query = useQuery({ ...businessQuery(node?.id ?? 0), enabled: !isNew && node !== undefined, refetchOnMount: 'always' })
  const close = () => (isDirty ? setIsLeaving(true) : onClose())
  return (
    <DrawerFrame
      isOpen
      width={440}
      title={isNew ? t('form.new') : t('form.edit')}
      subtitle={node && (isNew ? t('form.below', { business: node.name }) : node.name)}
      onClose={close}
    >
      {renderForm()}
      {isLeaving && <DiscardDialog onKeep={() => setIsLeaving(false)} onDiscard={() => onClose()} />}
    </DrawerFrame>
  )

  function renderForm() {
    const common = { tree, onDirty: setIsDirty, onClose: close, onDone: onClose }
    if (isNew) {
      const [kind = 'vendor'] = kindsBelow(node?.kind ?? null)
      return <BusinessFields {...common} began={emptyForm(kind, node?.id ?? null)} />
    }
    if (query.isError && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    if (!query.data || (query.isFetching && !query.isFetchedAfterMount)) return <FormSkeleton />
    return <BusinessFields {...common} existing={query.data} />
  }
}

const FormSkeleton = () => (
  <Stack gap={2.5} pad={3} aria-busy>
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} animation={false} height={54} />
    ))}
  </Stack>
)
