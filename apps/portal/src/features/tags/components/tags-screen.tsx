import { useState } from 'react'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { DeleteGroupDialog } from '../dialogs/delete-group-dialog.js'
import { DeleteTagDialog } from '../dialogs/delete-tag-dialog.js'
import { AttachDialog } from '../dialogs/attach-dialog.js'
import { EditTagDialog, RenameGroupDialog } from '../dialogs/name-dialog.js'
import { MoveDialog } from '../dialogs/move-dialog.js'
import type { Asked } from '../use-tag-actions.js'
import { useTagsAddress } from '../use-tags-address.js'
import { TagAccordion } from './tag-accordion.js'
import { TwoPanes } from './two-panes.js'

interface TagsScreenProps {
  /** Returns the URL of the list of vehicles with a tag. */
  vehiclesPath: (tagId: number) => string
}

/** Groups beside their tags. On a phone the groups open one at a time (D.15). */
export function TagsScreen({ vehiclesPath }: TagsScreenProps) {
  const address = useTagsAddress()
  const isNarrow = useIsNarrow()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const Panes = isNarrow ? TagAccordion : TwoPanes
  return (
    <>
      <Panes address={address} vehiclesPath={vehiclesPath} onAsk={setAsked} />
      {asked?.what === 'edit' && <EditTagDialog tag={asked.tag} onClose={close} />}
      {asked?.what === 'move' && <MoveDialog tag={asked.tag} from={asked.from} onClose={close} />}
      {asked?.what === 'delete' && <DeleteTagDialog tag={asked.tag} onClose={close} />}
      {asked?.what === 'attach' && <AttachDialog group={asked.group} onClose={close} />}
      {asked?.what === 'rename-group' && <RenameGroupDialog group={asked.group} onClose={close} />}
      {asked?.what === 'delete-group' && (
        <DeleteGroupDialog
          group={asked.group}
          onClose={(isGone) => {
            close()
            if (isGone) address.open(undefined)
          }}
        />
      )}
    </>
  )
}
