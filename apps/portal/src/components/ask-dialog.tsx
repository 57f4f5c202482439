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
  /** What it is for: the last button, with the way out before it. */
  act?: Act
  /** The way out of a question, which then has the focus; else it is to cancel. */
  keepLabel?: string
  /** Stays open while it works. */
  isHeld?: boolean
  /** Other buttons than those two, the safe one first; none where nothing is to be chosen. */
  actions?: ReactNode
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

/** A question or a step with its buttons below; as high as the window on a phone where it holds a form. */
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
