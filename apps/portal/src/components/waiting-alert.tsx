import Alert, { type AlertProps } from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { Row } from './layout/layout.js'
import { Span } from './layout/text.js'

interface WaitingAlertProps extends AlertProps {
  title: string
  /** How long already, ticking; a second that goes by is no news. */
  counter: ReactNode
  /** How much of the time is over that it may take, and what that is. */
  share: number
  label: string
}

/** That something is waited for, and how long it may take. */
export const WaitingAlert = ({ title, counter, share, label, children, ...alert }: WaitingAlertProps) => (
  <Alert {...alert} icon={false}>
    <Row wrap justify="space-between" gap={0.5} weight="strong">
      <span>{title}</span>
      <Span tabular role="timer" aria-live="off">
        {counter}
      </Span>
    </Row>
    <LinearProgress
      variant="determinate"
      color="inherit"
      aria-label={label}
      value={Math.min(100, share * 100)}
      sx={{ my: 0.75 }}
    />
    {children}
  </Alert>
)
