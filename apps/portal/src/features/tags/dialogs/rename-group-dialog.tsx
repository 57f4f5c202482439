import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changes } from '../queries/tag-changes.js'
import { groupQuery } from '../queries/tag-queries.js'
import type { TagGroup } from '../tag.js'
import { NameDialog } from './name-dialog.js'
import { useSave } from './use-save.js'

/** Another name for a group. */
export function RenameGroupDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const queries = useQueryClient()
  /** The state that the next saving is about. */
  const [read, setRead] = useState(group)
  const saving = useSave(onClose, async () => {
    const newest = await queries.fetchQuery({ ...groupQuery(group.id), staleTime: 0 })
    if (name === read.name) setName(newest.name)
    setRead(newest)
  })
  return (
    <NameDialog
      called={group.name}
      name={name}
      onName={setName}
      saving={saving}
      onSave={(wanted) => void saving.save(() => changes.renameGroup(read, wanted))}
      onClose={onClose}
    />
  )
}
