import Alert, { type AlertProps } from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { Row } from './layout/layout.js'
import { Span } from './layout/text.js'

interface WaitingAlertProps extends AlertProps {
  title: string
  /** Elapsed time, ticking. Screen readers do not announce each second. */
  counter: ReactNode
  /** Elapsed share of the maximum time. `label` describes this share for screen readers. */
  share: number
  label: string
}

/** Alert about an ongoing wait and how long it may take. */
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
