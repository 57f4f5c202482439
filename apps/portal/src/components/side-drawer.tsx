import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from './tooltip-icon-button.js'

interface SideDrawerProps {
  isOpen: boolean
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  /** Buttons below what scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/** A panel from the right about one row, the whole screen on a phone: head, body that scrolls, buttons. */
export function SideDrawer({ isOpen, title, subtitle, onClose, footer, children }: SideDrawerProps) {
  const { t } = useTranslation('common')
  const id = useId()
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, sx: { width: { xs: '100%', sm: 480 } } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          gap: 1,
          minHeight: 72,
          px: 3,
          py: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id} sx={{ fontSize: 16, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle && (
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        <TooltipIconButton label={t('actions.close')} icon={X} onClick={onClose} sx={{ mr: -1, alignSelf: 'flex-start' }} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 3, py: 2.5 }}>{children}</Box>
      {footer && (
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
          {footer}
        </Box>
      )}
    </Drawer>
  )
}
