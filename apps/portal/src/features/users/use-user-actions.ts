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
import { useReason } from './use-reason.js'

/** What is asked before it is done. */
export type Asked = { what: 'delete' | 'restore' | 'destroy' | 'password' | 'secondStep'; user: User }

/** One thing to do with a user. */
export interface UserAction extends RowAction {
  /** About how they sign in: password, invitation, second step. */
  isAboutSignIn?: boolean
}

interface Ways {
  onOpen: (user: User) => void
  onEdit: (user: User) => void
  onAsk: (asked: Asked) => void
  onSecret: (secret: Secret) => void
}

/** What can be done with one user, for row menus and the panel alike; what cannot says why. */
export function useUserActions({ onOpen, onEdit, onAsk, onSecret }: Ways): (user: User) => UserAction[] {
  const { t } = useTranslation('users')
  const reasonOf = useReason()
  const notify = useNotify()
  const { accounts } = useRuntimeConfig()
  const { user: self } = useSession()
  const [mayUpdate, mayDelete] = [useMissingRight('update:user'), useMissingRight('delete:user')]
  const invite = useUserChange(changes.invite)
  const reset = useUserChange(changes.resetLink)
  const mailReset = useUserChange(changes.mailResetLink)
  const viewAs = useViewAs()
  const failed = (error: unknown) => notify.error(t('failed.update', { reason: reasonOf(error) }))
  const told = ({ name, email }: User, kind: Secret['kind'], value: string | null, expiresAt: string | null, isMailed: boolean) =>
    onSecret({ kind, name, email, value, expiresAt, isMailed })

  const waysIn = (user: User): UserAction[] => {
    const own = user.id === self.id ? t('ownAccount') : undefined
    const refused = mayUpdate ?? own
    return [
      ...(accounts.are_mailed && user.last_seen_at === null
        ? [
            {
              label: t('actions.invite'),
              icon: Send,
              disabledBecause: refused,
              onAct: () =>
                invite.mutate(user.id, {
                  onSuccess: ({ temporary_password, temporary_password_expires_at }) =>
                    told(user, 'password', temporary_password, temporary_password_expires_at, true),
                  onError: failed,
                }),
            },
          ]
        : []),
      ...(accounts.are_made && accounts.are_mailed
        ? [
            {
              label: t('actions.mailReset'),
              icon: Mail,
              disabledBecause: refused,
              onAct: () =>
                mailReset.mutate(user.id, {
                  onSuccess: () => notify.success(t('done.mailed', { email: user.email })),
                  onError: failed,
                }),
            },
          ]
        : []),
      ...(accounts.are_made
        ? [
            {
              label: t('actions.reset'),
              icon: Link2,
              disabledBecause: refused,
              onAct: () =>
                reset.mutate(user.id, {
                  onSuccess: ({ url, expires_at }) => told(user, 'link', url, expires_at, false),
                  onError: failed,
                }),
            },
            {
              label: t('actions.password'),
              icon: KeyRound,
              disabledBecause: refused,
              onAct: () => onAsk({ what: 'password', user }),
            },
            {
              label: t('actions.secondStep'),
              icon: ShieldOff,
              disabledBecause: refused,
              onAct: () => onAsk({ what: 'secondStep', user }),
            },
          ]
        : []),
    ].map((action) => ({ ...action, isAboutSignIn: true }))
  }

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
