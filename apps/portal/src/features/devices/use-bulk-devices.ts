import { Building2, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorReason } from '../../lib/api/error-text.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { BulkAction, RowResult } from '../../table/index.js'
import type { Device, RegisteredView } from './device.js'
import { changes, useDevicesChanged } from './queries/device-changes.js'

/** What can be done to many devices at once, each with a result of its own. */
export function useBulkDevices(
  view: RegisteredView,
  onLink: (devices: readonly Device[]) => void,
): readonly BulkAction<Device>[] {
  const { t } = useTranslation('devices')
  const { t: errors } = useTranslation('errors')
  const disabledBecause = useMissingRight('manage:devices')
  const changed = useDevicesChanged()
  const each = async (rows: readonly Device[], change: (id: number) => Promise<unknown>): Promise<RowResult<Device>[]> => {
    const results: RowResult<Device>[] = []
    for (const row of rows) {
      try {
        await change(row.id)
        results.push({ row })
      } catch (error) {
        results.push({ row, refusedBecause: errorReason(error, errors) })
      }
    }
    void changed()
    return results
  }
  const counted = (count: number) => ({ count, shown: formatCount(count) })
  if (view === 'deleted')
    return [
      {
        ...{ key: 'restore', label: t('actions.restore'), icon: RotateCcw, disabledBecause },
        effectOn: (count) => t('bulk.restore', counted(count)),
        run: (rows) => each(rows, changes.restore),
        undo: async (rows) => void (await each(rows, changes.remove)),
      },
    ]
  return [
    { key: 'link', label: t('actions.link'), icon: Building2, disabledBecause, hand: onLink },
    {
      ...{ key: 'delete', label: t('actions.delete'), icon: Trash2, isDanger: true, disabledBecause },
      effectOn: (count) => t('bulk.delete', counted(count)),
      refusalOf: ({ state }) => (state === 'installed' ? t('refused.installed') : undefined),
      run: (rows) => each(rows, changes.remove),
      undo: async (rows) => void (await each(rows, changes.restore)),
    },
  ]
}
