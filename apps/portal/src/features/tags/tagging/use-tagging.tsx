import { Tag, TagsIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { BulkAction } from '../../../table/index.js'
import type { Taggable, TaggingWay } from './taggable.js'
import { TaggingDialog } from './tagging-dialog.js'

/** Returns bulk actions that add or remove tags in a list of vehicles, and their dialog. */
export function useTagging<Row extends Taggable>(): {
  actions: readonly BulkAction<Row>[]
  /** Opens tagging for rows that are already loaded. */
  tag: (rows: readonly Row[]) => void
  dialog: ReactNode
} {
  const { t } = useTranslation('tags')
  const disabledBecause = useMissingRight('update:entity')
  const [handed, setHanded] = useState<{ way: TaggingWay; rows: readonly Row[] }>()
  const hand = (way: TaggingWay) => (rows: readonly Row[]) => setHanded({ way, rows })
  return {
    actions: [
      { key: 'tag', label: t('bulk.add'), icon: TagsIcon, disabledBecause, hand: hand('attach') },
      { key: 'untag', label: t('bulk.remove'), icon: Tag, disabledBecause, hand: hand('detach') },
    ],
    tag: hand('attach'),
    dialog: handed && <TaggingDialog {...handed} onClose={() => setHanded(undefined)} />,
  }
}
