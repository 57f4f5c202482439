import { useMutation } from '@tanstack/react-query'
import { KeyRound, RotateCcw, ShieldOff, Trash2, UserX, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Stack, Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { changes, useUsersChanged } from '../queries/user-changes.js'
import type { Asked } from '../use-user-actions.js'
import type { Secret } from './secret-dialog.js'
import { useReason } from '../use-reason.js'

interface AskedDialogProps {
  asked: Asked
  onSecret: (secret: Secret) => void
  /** @param isGone the user is not there any more. */
  onClose: (isGone?: boolean) => void
}

const icons = { delete: Trash2, restore: RotateCcw, destroy: UserX, password: KeyRound, secondStep: ShieldOff }

/** asks before a user is deleted, restored, deleted for good, or let in another way; then does it and says so. */
export function AskedDialog({ asked: { what, user }, onSecret, onClose }: AskedDialogProps) {
  const { t } = useTranslation('users')
  const reasonOf = useReason()
  const notify = useNotify()
  const changed = useUsersChanged()
  const { id, name, email } = user
  const work = useMutation({
    mutationFn: async () => {
      if (what === 'delete') await changes.remove(id).then(() => notify.success(t('done.deleted', { name })))
      if (what === 'restore') await changes.restore(id).then(() => notify.success(t('done.restored', { name })))
      if (what === 'destroy') await changes.destroy({ id, email }).then(() => notify.success(t('done.destroyed', { name })))
      if (what === 'secondStep') await changes.resetSecondStep(id).then(() => notify.success(t('done.secondStep', { name })))
      if (what === 'password') {
        const { temporary_password: value, temporary_password_expires_at: expiresAt } = await changes.temporaryPassword(id)
        onSecret({ kind: 'password', name, email, value, expiresAt, isMailed: false })
      }
    },
    onSuccess: () => {
      onClose(what === 'destroy')
      void changed()
    },
    onError: (error) => {
      const reason = reasonOf(error)
      const isDeletion = what === 'delete' || what === 'destroy'
      notify.error(isDeletion ? t('failed.delete', { reason }) : t('failed.update', { reason }))
    },
  })
  return (
    <ConfirmDialog
      icon={icons[what]}
      title={t(`ask.${what}.title`, { name })}
      text={t(`ask.${what}.text`)}
      keepLabel={t(`ask.${what}.keep`)}
      confirmLabel={t(`ask.${what}.confirm`)}
      isDanger={what !== 'restore'}
      typed={what === 'destroy' ? { label: t('ask.destroy.type', { email }), value: email } : undefined}
      isPending={work.isPending}
      onConfirm={() => work.mutate()}
      onClose={() => onClose()}
    />
  )
}

interface ConfirmDialogProps {
  icon: LucideIcon
  title: string
  text: string
  keepLabel: string
  confirmLabel: string
  isDanger?: boolean
  /** What has to be typed first. */
  typed?: { label: string; value: string }
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done to one user; the safe button has the focus. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const { icon, title, text, keepLabel, confirmLabel, isDanger = false, typed, isPending, onConfirm, onClose } = props
  const [given, setGiven] = useState('')
  const isTyped = typed === undefined || given.trim().toLowerCase() === typed.value.toLowerCase()
  return (
    <AskDialog
      isAlert
      icon={icon}
      tone={isDanger ? 'error' : 'neutral'}
      title={title}
      onClose={onClose}
      act={{ label: confirmLabel, onAct: onConfirm, isPending, isDanger, isDisabled: !isTyped }}
      keepLabel={keepLabel}
      isHeld
    >
      <Stack>
        <Hint>{text}</Hint>
        {typed && (
          <Field
            label={typed.label}
            value={given}
            onChange={({ target }) => setGiven(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        )}
      </Stack>
    </AskDialog>
  )
}
