import DialogActions from '@mui/material/DialogActions'
import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useId, type ReactNode, type SubmitEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { vars } from '../theme/components/vars.js'
import { type Act, ActButtons } from './act-buttons.js'
import { Beside, useBeside } from './beside.js'
import { Fill, Pane, Row, Stack } from './layout/layout.js'
import { Text } from './layout/text.js'
import { TooltipIconButton } from './tooltip-icon-button.js'

export interface DrawerFrameProps {
  isOpen: boolean
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  width?: 440 | 480
  children: ReactNode
}

const Head = styled(Row)(({ theme }) => ({
  flex: 'none',
  minHeight: 72,
  padding: theme.spacing(1.5, 3),
  borderBottom: `1px solid ${vars(theme).divider}`,
}))
const Body = styled('div')(({ theme }) => ({ flex: 1, minHeight: 0, overflowY: 'auto', padding: theme.spacing(2.5, 3) }))

/** Panel from the right about one item, full-screen on a phone: its head and the given content. */
export function DrawerFrame({ isOpen, onClose, width = 480, ...content }: DrawerFrameProps) {
  const id = useId()
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, sx: { width: { xs: '100%', sm: width } } },
      }}
    >
      <Framed {...content} id={id} onClose={onClose} />
    </Drawer>
  )
}

/** Panel beside the screen. The screen stays in use. If there is no room, the panel is over the screen. */
function BesideFrame(props: DrawerFrameProps) {
  const id = useId()
  const place = useBeside()
  if (!place) return <DrawerFrame {...props} />
  const { isOpen, width: _width, ...content } = props
  return (
    isOpen && (
      <Beside place={place} labelledBy={id} onClose={props.onClose}>
        <Framed {...content} id={id} />
      </Beside>
    )
  )
}

function Framed({ id, title, subtitle, onClose, children }: Omit<DrawerFrameProps, 'isOpen' | 'width'> & { id: string }) {
  const { t } = useTranslation('common')
  return (
    <>
      <Head>
        <Fill>
          <Text component="h2" size="title" id={id} breaks>
            {title}
          </Text>
          {subtitle && (
            <Text component="p" size="caption" tone="secondary" breaks>
              {subtitle}
            </Text>
          )}
        </Fill>
        <TooltipIconButton label={t('actions.close')} icon={X} onClick={onClose} edge="end" />
      </Head>
      {children}
    </>
  )
}

export interface SideDrawerProps extends DrawerFrameProps {
  /** Shows the panel beside the screen if there is room. */
  isBeside?: boolean
  /** Main action: its button is below the scrolling content, after the cancel button. */
  act?: Act
  /** Buttons in place of the cancel button and the main action. */
  footer?: ReactNode
}

/** Panel from the right about one row: head, scrolling body, buttons. */
export function SideDrawer({ isBeside = false, act, footer, children, ...frame }: SideDrawerProps) {
  const Frame = isBeside ? BesideFrame : DrawerFrame
  return (
    <Frame {...frame}>
      <Body>{children}</Body>
      {footer && <DialogActions>{footer}</DialogActions>}
      {act && <ActButtons act={act} onClose={frame.onClose} />}
    </Frame>
  )
}

interface DrawerFormProps {
  onSubmit: SubmitEventHandler
  /** Buttons below the fields. */
  footer: ReactNode
  children: ReactNode
}

/** Form that fills a drawer: scrolling fields, fixed buttons. */
export const DrawerForm = ({ onSubmit, footer, children }: DrawerFormProps) => (
  <Pane component="form" noValidate onSubmit={onSubmit}>
    <Body>
      <Stack gap={2.5}>{children}</Stack>
    </Body>
    <DialogActions>{footer}</DialogActions>
  </Pane>
)
