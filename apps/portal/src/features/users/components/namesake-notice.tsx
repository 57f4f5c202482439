import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ActionButton } from '../../../components/action-button.js'
import { LIMITS } from '../../../config/limits.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { namesakeQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'

interface NamesakeNoticeProps {
  email: string
  /** The user who is edited, whose address it may be. */
  ownId?: number
  onRestore: (user: User) => void
}

/** Who has this e-mail address already, told while it is typed; a deleted one can be restored instead. */
export function NamesakeNotice({ email, ownId, onRestore }: NamesakeNoticeProps) {
  const { t } = useTranslation('users')
  const [asked, setAsked] = useState('')
  const missingRight = useMissingRight('delete:user')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(email.trim()), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [email])
  const isAddress = z.email().safeParse(asked).success && !/[;,]/.test(asked)
  const { data: user } = useQuery({ ...namesakeQuery(asked), enabled: isAddress })
  if (!isAddress || !user || user.id === ownId) return null
  if (user.deleted_at === null) return <Alert severity="error">{t('form.taken', { name: user.name })}</Alert>
  return (
    <Alert
      severity="warning"
      action={
        <ActionButton size="small" disabledBecause={missingRight} label={t('actions.restore')} onClick={() => onRestore(user)} />
      }
    >
      {t('form.takenDeleted', { name: user.name })}
    </Alert>
  )
}
