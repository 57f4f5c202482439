import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useIsNarrow } from '../lib/use-is-narrow.js'
import { IconTile, type IconTone } from './icon-tile.js'

interface AskDialogProps {
  title: string
  children: ReactNode
  /** Buttons, the safe one first. */
  actions: ReactNode
  onClose: () => void
  /** Of a question: what it is about, beside it. */
  icon?: LucideIcon
  tone?: IconTone
  /** A question that is read out whole. */
  isAlert?: boolean
  width?: 480 | 640 | 760
  /** Fills a phone's window. */
  isSheet?: boolean
}

/** A question or a step with its buttons below; as high as the window on a phone where it holds a form. */
export function AskDialog({ title, children, actions, onClose, width = 480, isSheet = false, ...look }: AskDialogProps) {
  const { icon, tone, isAlert = false } = look
  const [titleId, textId] = [useId(), useId()]
  const isNarrow = useIsNarrow()
  const isFull = isSheet && isNarrow
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isFull}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={isAlert ? textId : undefined}
      slotProps={{ paper: { sx: isFull ? { borderRadius: 0, border: 0 } : { width, maxWidth: 'calc(100% - 32px)', m: 2 } } }}
    >
      <Box sx={{ display: 'flex', flex: '1 1 auto', minHeight: 0 }}>
        {icon && (
          <Box sx={{ flex: 'none', pl: 3, pt: 2.5, mr: -1 }}>
            <IconTile icon={icon} tone={tone} sizePx={40} />
          </Box>
        )}
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
          <Typography
            variant="h2"
            id={titleId}
            sx={{ flex: 'none', fontSize: 16, px: 3, pt: 2.5, pb: 1, overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          <Box
            id={textId}
            sx={{
              flex: '1 1 auto',
              minHeight: 0,
              overflowY: 'auto',
              px: 3,
              pb: 2.5,
              pt: 0.5,
              display: 'flex',
              flexDirection: 'column',
            }}
          >
            {children}
          </Box>
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flex: 'none',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: 1,
          px: 3,
          py: 1.75,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        {actions}
      </Box>
    </Dialog>
  )
}
