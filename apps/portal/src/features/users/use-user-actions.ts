import { Eye, KeyRound, Link2, Mail, PanelRight, Pencil, RotateCcw, Send, ShieldOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { useSession } from '../../lib/session/session.js'
import { useViewAs } from '../../lib/session/use-view-as.js'
import type { RowAction } from '../../table/index.js'
import type { Secret } from './components/secret-dialog.js'
import { changes, useUserChange } from './queries/user-changes.js'
import type { User } from './user.js'

/** An action that needs confirmation. */
export type Asked = { what: 'delete' | 'restore' | 'destroy' | 'password' | 'secondStep'; user: User }

/** An action on a user. */
export interface UserAction extends RowAction {
  /** True for actions about sign-in: password, invitation, second factor. */
  isAboutSignIn?: boolean
}

interface Ways {
  onOpen: (user: User) => void
  onEdit: (user: User) => void
  onAsk: (asked: Asked) => void
  onSecret: (secret: Secret) => void
}

/** Returns the actions of one user, for row menus and the panel. A disabled action gives the reason. */
export function useUserActions({ onOpen, onEdit, onAsk, onSecret }: Ways): (user: User) => UserAction[] {
  const { t } = useTranslation('users')
  const notify = useNotify()
  const { user: self } = useSession()
  const [mayUpdate, mayDelete] = [useMissingRight('update:user'), useMissingRight('delete:user')]
  const viewAs = useViewAs()
  const waysIn = useWaysIn({ onAsk, onSecret })
  return (user) => {
    const own = user.id === self.id ? t('ownAccount') : undefined
    const open: RowAction = { label: t('actions.open'), icon: PanelRight, onAct: () => onOpen(user) }
    if (user.deleted_at !== null) {
      return [
        open,
        {
          label: t('actions.restore'),
          icon: RotateCcw,
          disabledBecause: mayDelete,
          onAct: () => onAsk({ what: 'restore', user }),
        },
        {
          label: t('actions.destroy'),
          icon: Trash2,
          isDanger: true,
          disabledBecause: mayDelete,
          onAct: () => onAsk({ what: 'destroy', user }),
        },
      ]
    }
    return [
      open,
      { label: t('actions.edit'), icon: Pencil, disabledBecause: mayUpdate, onAct: () => onEdit(user) },
      ...waysIn(user),
      {
        label: t('actions.viewAs', { role: user.role }),
        icon: Eye,
        disabledBecause: own,
        onAct: () => viewAs.mutate({ roleKey: user.role_key, businessId: user.business_id }, { onError: notify.failure }),
      },
      {
        label: t('actions.delete'),
        icon: Trash2,
        isDanger: true,
        disabledBecause: mayDelete ?? own,
        onAct: () => onAsk({ what: 'delete', user }),
      },
    ]
  }
}

/**
 * Returns the actions about sign-in: invitation, link, password, second factor. Actions that the installation's kind of accounts
 * does not support are omitted.
 */
function useWaysIn({ onAsk, onSecret }: Pick<Ways, 'onAsk' | 'onSecret'>): (user: User) => UserAction[] {
  const { t } = useTranslation('users')
  const { accounts } = useRuntimeConfig()
  const { user: self } = useSession()
  const mayUpdate = useMissingRight('update:user')
  const told = ({ name, email }: User, kind: Secret['kind'], value: string | null, expiresAt: string | null, isMailed: boolean) =>
    onSecret({ kind, name, email, value, expiresAt, isMailed })
  const invite = useUserChange(({ id }: User) => changes.invite(id), {
    then: (made, user) => told(user, 'password', made.temporary_password, made.temporary_password_expires_at, true),
  })
  const mailReset = useUserChange(({ id }: User) => changes.mailResetLink(id), {
    done: (_job, user) => t('done.mailed', { email: user.email }),
  })
  const reset = useUserChange(({ id }: User) => changes.resetLink(id), {
    then: ({ url, expires_at }, user) => told(user, 'link', url, expires_at, false),
  })
  const { are_made: isMade, are_mailed: isMailed } = accounts
  return (user) => {
    const disabledBecause = mayUpdate ?? (user.id === self.id ? t('ownAccount') : undefined)
    const ways = [
      { key: 'invite', icon: Send, isThere: isMailed && user.last_seen_at === null, onAct: () => invite.mutate(user) },
      { key: 'mailReset', icon: Mail, isThere: isMade && isMailed, onAct: () => mailReset.mutate(user) },
      { key: 'reset', icon: Link2, isThere: isMade, onAct: () => reset.mutate(user) },
      { key: 'password', icon: KeyRound, isThere: isMade, onAct: () => onAsk({ what: 'password', user }) },
      { key: 'secondStep', icon: ShieldOff, isThere: isMade, onAct: () => onAsk({ what: 'secondStep', user }) },
    ] as const
    return ways
      .filter(({ isThere }) => isThere)
      .map(({ key, icon, onAct }) => ({ label: t(`actions.${key}`), icon, disabledBecause, onAct, isAboutSignIn: true }))
  }
}
