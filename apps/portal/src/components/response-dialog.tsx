import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../config/limits.js'
import { Fill } from './layout/layout.js'
import { Text } from './layout/text.js'

interface ResponseDialogProps {
  kind: 'success' | 'error'
  /** Outcome of the action, in one line. */
  title: string
  /** Details, such as the errors. */
  children?: ReactNode
  onClose: () => void
}

const TICK_MS = 100

/**
 * Shows the outcome of an action. The dialog closes itself after six seconds. The countdown stops while the pointer or
 * the focus is in the dialog.
 */
export function ResponseDialog({ kind, title, children, onClose }: ResponseDialogProps) {
  const { t } = useTranslation('common')
  const [leftMs, setLeftMs] = useState<number>(LIMITS.responseDialogMs)
  const [isHeld, setIsHeld] = useState(false)
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isHeld) return
    const timer = setInterval(() => setLeftMs((left) => left - TICK_MS), TICK_MS)
    return () => clearInterval(timer)
  }, [isHeld])
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const Icon = kind === 'success' ? CircleCheck : CircleAlert
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      aria-labelledby="response-title"
      disableAutoFocus
      slotProps={{
        paper: {
          onMouseEnter: () => setIsHeld(true),
          onMouseLeave: () => setIsHeld(false),
          onFocus: () => setIsHeld(true),
          onBlur: () => setIsHeld(false),
          sx: { width: 480, maxWidth: 'calc(100% - 32px)', m: 2, position: 'relative' },
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, p: 3, pb: 2, minHeight: 0, overflowY: 'auto' }}>
        <Box sx={{ flex: 'none', color: kind === 'success' ? 'success.main' : 'missing.main', mt: '2px' }}>
          <Icon size={20} />
        </Box>
        <Fill>
          <Text id="response-title" component="h2" size="title">
            {title}
          </Text>
          {children}
        </Fill>
      </Box>
      <Box sx={{ display: 'flex', flex: 'none', justifyContent: 'flex-end', px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{t('actions.close')}</Button>
      </Box>
      <Box
        aria-hidden
        sx={{
          flex: 'none',
          height: 3,
          width: `${Math.max(0, (100 * leftMs) / LIMITS.responseDialogMs)}%`,
          bgcolor: kind === 'success' ? 'success.main' : 'missing.main',
        }}
      />
    </Dialog>
  )
}
