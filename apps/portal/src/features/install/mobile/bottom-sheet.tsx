import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'

interface BottomSheetProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Sheet at the bottom of the phone's screen, within reach of the thumb. */
export function BottomSheet({ title, onClose, children }: BottomSheetProps) {
  const { t } = useTranslation('common')
  const id = useId()
  return (
    <Drawer
      anchor="bottom"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': id,
          sx: { borderRadius: '16px 16px 0 0', maxHeight: '85dvh', maxWidth: 640, mx: 'auto' },
        },
      }}
    >
      <Box aria-hidden sx={{ flex: 'none', width: 36, height: 4, borderRadius: 1, bgcolor: 'line.strong', mx: 'auto', mt: 1 }} />
      <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none', px: 2, py: 0.5 }}>
        <Text component="h2" size="title" grow id={id}>
          {title}
        </Text>
        <TooltipIconButton
          label={t('actions.close')}
          icon={X}
          iconSize={18}
          onClick={onClose}
          sx={{ width: 44, height: 44, mr: -1 }}
        />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', pb: 'env(safe-area-inset-bottom)' }}>{children}</Box>
    </Drawer>
  )
}
