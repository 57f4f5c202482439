import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useIsNarrow } from '../lib/use-is-narrow.js'
import { type Act, ActButtons } from './act-buttons.js'
import { IconTile, type IconTone } from './icon-tile.js'
import { Pane } from './layout/layout.js'

interface AskDialogProps {
  title: string
  children: ReactNode
  /** Main action of the dialog: the last button, after the cancel button. */
  act?: Act
  /**
   * Label of the cancel button, "Cancel" by default. If a label is given, the dialog is a question, and the cancel button has
   * the focus at first.
   */
  keepLabel?: string
  /** Keeps the dialog open while the action runs. */
  isHeld?: boolean
  /** Buttons instead of the cancel button and the main action. The button that changes nothing comes first. */
  actions?: ReactNode
  onClose: () => void
  /** Icon for the subject of a question, shown beside it. */
  icon?: LucideIcon
  tone?: IconTone
  /** Makes screen readers read the whole question as soon as it opens (`alertdialog`). */
  isAlert?: boolean
  width?: 480 | 640 | 760
  /** Fills the window on a phone. */
  isSheet?: boolean
}

const Main = styled('div')({ display: 'flex', flex: '1 1 auto', minHeight: 0 })
const Aside = styled('div')(({ theme }) => ({
  flex: 'none',
  padding: theme.spacing(2.5, 0, 0, 3),
  marginRight: theme.spacing(-1),
}))
const Words = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  padding: theme.spacing(0.5, 3, 2.5),
}))

/** Dialog for a question or a step, with its buttons below. On a phone a dialog with a form fills the window. */
export function AskDialog({ title, children, onClose, width = 480, isSheet = false, isHeld = false, ...rest }: AskDialogProps) {
  const { icon, tone, isAlert = false, act, actions, keepLabel } = rest
  const isFixed = isHeld && act?.isPending === true
  const isQuestion = isAlert || keepLabel !== undefined
  const [titleId, textId] = [useId(), useId()]
  const isNarrow = useIsNarrow()
  const isFull = isSheet && isNarrow
  return (
    <Dialog
      open
      onClose={isFixed ? undefined : onClose}
      fullScreen={isFull}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={isAlert ? textId : undefined}
      slotProps={{ paper: { sx: isFull ? { borderRadius: 0, border: 0 } : { width, maxWidth: 'calc(100% - 32px)', m: 2 } } }}
    >
      <Main>
        {icon && (
          <Aside>
            <IconTile icon={icon} tone={tone} sizePx={40} />
          </Aside>
        )}
        <Pane>
          <DialogTitle id={titleId} sx={{ pt: 2.5, pb: 1 }}>
            {title}
          </DialogTitle>
          <Words id={textId}>{children}</Words>
        </Pane>
      </Main>
      {actions && <DialogActions>{actions}</DialogActions>}
      {act && <ActButtons act={act} keepLabel={keepLabel} isQuestion={isQuestion} isFixed={isFixed} onClose={onClose} />}
    </Dialog>
  )
}
