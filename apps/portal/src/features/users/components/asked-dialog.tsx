import { KeyRound, RotateCcw, ShieldOff, Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Hint, Stack } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useReason } from '../../../lib/api/use-reason.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import type { Asked } from '../use-user-actions.js'
import type { Secret } from './secret-dialog.js'

interface AskedDialogProps {
  asked: Asked
  onSecret: (secret: Secret) => void
  /** @param isGone true if the user no longer exists */
  onClose: (isGone?: boolean) => void
}

const ICONS = { delete: Trash2, restore: RotateCcw, destroy: UserX, password: KeyRound, secondStep: ShieldOff }
const DONE = { delete: 'deleted', restore: 'restored', destroy: 'destroyed', secondStep: 'secondStep' } as const

/**
 * Asks for confirmation before a user is deleted, restored or deleted permanently, or before the password or second factor is
 * reset. Then does so and shows the result.
 */
export function AskedDialog({ asked: { what, user }, onSecret, onClose }: AskedDialogProps) {
  const { t } = useTranslation('users')
  const notify = useNotify()
  const reasonOf = useReason()
  const [typed, setTyped] = useState('')
  const { id, name, email } = user
  const isToBeTyped = what === 'destroy'
  const isDanger = what !== 'restore'
  const work = useUserChange(
    async () => {
      if (what === 'password') return changes.temporaryPassword(id)
      if (what === 'delete') await changes.remove(id)
      if (what === 'restore') await changes.restore(id)
      if (what === 'destroy') await changes.destroy({ id, email })
      if (what === 'secondStep') await changes.resetSecondStep(id)
      return undefined
    },
    {
      then: (secret) => {
        if (secret) {
          const { temporary_password: value, temporary_password_expires_at: expiresAt } = secret
          onSecret({ kind: 'password', name, email, value, expiresAt, isMailed: false })
        }
        if (what !== 'password') notify.success(t(`done.${DONE[what]}`, { name }))
        onClose(what === 'destroy')
      },
      failed: (error) => {
        const isDeletion = what === 'delete' || what === 'destroy'
        notify.error(t(isDeletion ? 'failed.delete' : 'failed.update', { reason: reasonOf(error) }))
      },
    },
  )
  return (
    <AskDialog
      isAlert
      icon={ICONS[what]}
      tone={isDanger ? 'error' : 'neutral'}
      title={t(`ask.${what}.title`, { name })}
      onClose={() => onClose()}
      act={{
        label: t(`ask.${what}.confirm`),
        onAct: () => work.mutate(undefined),
        isPending: work.isPending,
        isDanger,
        isDisabled: isToBeTyped && typed.trim().toLowerCase() !== email.toLowerCase(),
      }}
      keepLabel={t(`ask.${what}.keep`)}
      isHeld
    >
      <Stack>
        <Hint>{t(`ask.${what}.text`)}</Hint>
        {isToBeTyped && (
          <Field
            label={t('ask.destroy.type', { email })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        )}
      </Stack>
    </AskDialog>
  )
}
