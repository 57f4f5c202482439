import { FolderInput, FolderMinus, Pencil, Tags as TagsIcon, Trash2, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { RowAction } from '../../table/index.js'
import type { Tag, TagGroup } from './tag.js'
import { useRefusals } from './use-refusals.js'
import { useTagChanges } from './use-tag-changes.js'

/** An action that opens a dialog first. */
export type Asked =
  | { what: 'edit' | 'delete'; tag: Tag }
  | { what: 'move'; tag: Tag; from: TagGroup | undefined }
  | { what: 'attach' | 'rename-group' | 'delete-group'; group: TagGroup }

/** Callbacks that inner screens receive from the surrounding one. */
export interface Ways {
  vehiclesPath: (tagId: number) => string
  onAsk: (asked: Asked) => void
}

/** Returns the actions of a tag in the list where it is shown. A disabled action gives the reason. */
export function useTagActions({ vehiclesPath, onAsk }: Ways): (tag: Tag, group: TagGroup | undefined) => RowAction[] {
  const { t } = useTranslation('tags')
  const navigate = useNavigate()
  const refusals = useRefusals()
  const { detach } = useTagChanges()
  return (tag, group) => {
    const cannotChange = refusals.change(tag)
    return [
      { label: t('actions.show'), icon: Truck, onAct: () => void navigate(vehiclesPath(tag.id)) },
      { label: t('actions.edit'), icon: Pencil, disabledBecause: cannotChange, onAct: () => onAsk({ what: 'edit', tag }) },
      {
        label: t(group ? 'actions.move' : 'actions.add'),
        icon: FolderInput,
        disabledBecause: refusals.manage,
        onAct: () => onAsk({ what: 'move', tag, from: group }),
      },
      ...(group
        ? [
            {
              label: t('actions.detach'),
              icon: FolderMinus,
              disabledBecause: refusals.regroup(tag, group),
              onAct: () => void detach(group, tag),
            },
          ]
        : []),
      {
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: cannotChange,
        onAct: () => onAsk({ what: 'delete', tag }),
      },
    ]
  }
}

/** Returns the actions of a group. */
export function useGroupActions({ onAsk }: Pick<Ways, 'onAsk'>): (group: TagGroup) => RowAction[] {
  const { t } = useTranslation('tags')
  const refusals = useRefusals()
  return (group) => {
    const cannotChange = refusals.change(group)
    return [
      {
        label: t('actions.attach'),
        icon: TagsIcon,
        disabledBecause: refusals.manage,
        onAct: () => onAsk({ what: 'attach', group }),
      },
      {
        label: t('actions.rename'),
        icon: Pencil,
        disabledBecause: cannotChange,
        onAct: () => onAsk({ what: 'rename-group', group }),
      },
      {
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: cannotChange,
        onAct: () => onAsk({ what: 'delete-group', group }),
      },
    ]
  }
}
