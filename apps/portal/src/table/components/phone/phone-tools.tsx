import Drawer from '@mui/material/Drawer'
import { SlidersHorizontal, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fill, Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { usePopup } from '../../../components/use-popup.js'

interface PhoneToolsProps {
  /** Marks the button with a background when filters are in use. */
  isFiltered: boolean
  children: ReactNode
}

/** Puts filters, order, views and files of a list behind one button, so that rows come first on a phone. */
export function PhoneTools({ isFiltered, children }: PhoneToolsProps) {
  const { t } = useTranslation(['table', 'common'])
  const { isOpen, open, close } = usePopup()
  const id = useId()
  return (
    <>
      <TooltipIconButton
        label={t('tools')}
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        sx={{
          flex: 'none',
          border: 1,
          borderRadius: '8px',
          borderColor: 'line.strong',
          ...(isFiltered && { bgcolor: 'primary.soft', color: 'primary.main' }),
        }}
      />
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={close}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': id,
            sx: { borderRadius: '14px 14px 0 0', maxHeight: '85%' },
          },
        }}
      >
        <Stack pad={2}>
          <Row>
            <Fill>
              <Text component="h2" size="title" id={id}>
                {t('tools')}
              </Text>
            </Fill>
            <TooltipIconButton label={t('common:actions.close')} icon={X} onClick={close} edge="end" />
          </Row>
          {children}
        </Stack>
      </Drawer>
    </>
  )
}
