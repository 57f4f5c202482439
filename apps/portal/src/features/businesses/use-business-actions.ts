import { Link2, Move, Pencil, Plus, Timer, Trash2, UserPlus, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TreeBusiness } from '../../lib/businesses/business-tree.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { useSession } from '../../lib/session/session.js'
import { kindsBelow } from './business-places.js'
import { DIALOG_TYPES, type BusinessAddress } from './use-business-address.js'

export interface BusinessAction {
  key: 'edit' | 'link' | 'createUser' | 'linkUser' | 'rests' | 'add' | 'move' | 'delete'
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** Reason why the action is disabled. A disabled action stays visible and shows its reason. */
  disabledBecause?: string
  onAct: () => void
}

/** Returns the actions of a business. An action that is not possible, for this user or for any user, has the reason (T-13). */
export function useBusinessActions(address: BusinessAddress, onCreateUser: (businessId: number) => void) {
  const { t } = useTranslation('businesses')
  const { user } = useSession()
  const rights = {
    create: useMissingRight('create:business'),
    update: useMissingRight('update:business'),
    delete: useMissingRight('delete:business'),
    link: useMissingRight('link:business'),
    linkUser: useMissingRight('link:user'),
    createUser: useMissingRight('create:user'),
  }
  return (business: TreeBusiness): BusinessAction[] => {
    const isOwn = business.id === user.business_id ? t('actions.ownStays') : undefined
    const dead = kindsBelow(business.kind).length === 0 ? t('actions.nothingBelow') : undefined
    return [
      {
        key: 'edit',
        label: t('actions.edit'),
        icon: Pencil,
        disabledBecause: rights.update,
        onAct: () => address.open('create:business', { type: String(DIALOG_TYPES.edit) }),
      },
      {
        key: 'link',
        label: t('actions.link'),
        icon: Link2,
        disabledBecause: rights.link,
        onAct: () => address.open('link:vendor'),
      },
      {
        key: 'createUser',
        label: t('actions.createUser'),
        icon: UserPlus,
        disabledBecause: rights.createUser,
        onAct: () => onCreateUser(business.id),
      },
      {
        key: 'linkUser',
        label: t('actions.linkUser'),
        icon: Link2,
        disabledBecause: rights.linkUser,
        onAct: () => address.open('link:user'),
      },
      {
        key: 'rests',
        label: t('actions.rests'),
        icon: Timer,
        disabledBecause: rights.update,
        onAct: () => address.open('rests:business'),
      },
      {
        key: 'add',
        label: t('actions.add'),
        icon: Plus,
        disabledBecause: rights.create ?? dead,
        onAct: () => address.open('create:business', { type: String(DIALOG_TYPES.create) }),
      },
      {
        key: 'move',
        label: t('actions.move'),
        icon: Move,
        disabledBecause: rights.update ?? isOwn,
        onAct: () => address.open('move:business'),
      },
      {
        key: 'delete',
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: rights.delete ?? isOwn,
        onAct: () => address.open('delete:vendor'),
      },
    ]
  }
}
