import { Building2, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, unwrap } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { counted } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { type BulkAction, bulkRequest } from '../../table/index.js'
import type { Entity } from './entity.js'
import { useEntitiesChanged } from './queries/entity-changes.js'

/** Returns the actions that apply to many vehicles together. The result is reported for each vehicle. */
export function useBulkEntities(
  onLink: (entities: readonly Entity[]) => void,
): Record<'link' | 'remove' | 'restore', BulkAction<Entity>> {
  const { t } = useTranslation('entities')
  const changed = useEntitiesChanged()
  const [cannotLink, cannotDelete] = [useMissingRight('link:business'), useMissingRight('delete:entity')]
  const setDeleted = (action: 'delete' | 'restore') =>
    bulkRequest<Entity>({
      send: (ids, key) => unwrap(api.POST('/api/v1/entities/bulk', { params: { header: once(key) }, body: { action, ids } })),
      takeBack: (id, key) => unwrap(api.POST('/api/v1/entities/bulk/{id}/undo', { params: { path: { id }, header: once(key) } })),
      onChanged: changed,
    })
  return {
    link: { key: 'link', label: t('link.bulk'), icon: Building2, disabledBecause: cannotLink, hand: onLink },
    remove: {
      key: 'delete',
      label: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      disabledBecause: cannotDelete,
      effectOn: (count) => t('bulk.delete', counted(count)),
      // A customer's or missing vehicle cannot be deleted.
      refusalOf: ({ has_customer: hasCustomer, lifecycle }) =>
        hasCustomer ? t('refused.customer') : lifecycle === 'missing' ? t('refused.missing') : undefined,
      ...setDeleted('delete'),
    },
    restore: {
      key: 'restore',
      label: t('actions.restore'),
      icon: RotateCcw,
      disabledBecause: cannotDelete,
      effectOn: (count) => t('bulk.restore', counted(count)),
      ...setDeleted('restore'),
    },
  }
}
