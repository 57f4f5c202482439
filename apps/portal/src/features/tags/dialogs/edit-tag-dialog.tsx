import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { counted } from '../../../lib/format/numbers.js'
import { moreErrors, type MoreOfTag, MoreOfTagFields, toMore } from '../components/more-of-tag.js'
import { changes } from '../queries/tag-changes.js'
import type { Tag } from '../tag.js'
import { NameDialog } from './name-dialog.js'
import { useSave } from './use-save.js'

/** A tag's name and what its type says besides; whatever carries it says the new name at once. */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const [name, setName] = useState(tag.name)
  const [more, setMore] = useState<MoreOfTag>({ parentId: tag.parent_id, vehicleType: tag.vehicle_type })
  /** The state that the next saving is about. */
  const [read, setRead] = useState(tag)
  const saving = useSave(onClose, async () => {
    const newest = await changes.readTag(tag.id)
    if (name === read.name) setName(newest.name)
    if (more.parentId === read.parent_id && more.vehicleType === read.vehicle_type)
      setMore({ parentId: newest.parent_id, vehicleType: newest.vehicle_type })
    setRead(newest)
  })
  const count = tag.entities_count
  return (
    <NameDialog
      called={tag.name}
      name={name}
      onName={setName}
      hint={count > 0 ? t('edit.effect', counted(count)) : undefined}
      saving={saving}
      missing={moreErrors(tag.type, more, t)}
      onSave={(wanted) => void saving.save(() => changes.updateTag(read, { name: wanted, ...toMore(tag.type, more) }))}
      onClose={onClose}
    >
      <MoreOfTagFields type={tag.type} value={more} errors={saving.errors} onChange={setMore} />
    </NameDialog>
  )
}
