import Button, { type ButtonProps } from '@mui/material/Button'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Row } from './layout/layout.js'
import { Tooltip } from './tooltip.js'

interface ActionButtonProps extends ButtonProps {
  label?: string
  /** Before its label; 16 px, and 14 in a small button. */
  icon?: LucideIcon
  /** Why it cannot be pressed now; the button stays in the tab order and says so. */
  disabledBecause?: string
}

/** A button that explains itself where it cannot be pressed: to the pointer by a tooltip, to screen readers as its description. */
export function ActionButton({ label, icon: Icon, disabledBecause, onClick, ...rest }: ActionButtonProps) {
  const reasonId = useId()
  const button = {
    children: label,
    ...(Icon && { startIcon: <Icon size={rest.size === 'small' ? 14 : 16} />, loadingPosition: 'start' as const }),
    ...rest,
  }
  if (disabledBecause === undefined) return <Button {...button} onClick={onClick} />
  return (
    <>
      <Tooltip title={disabledBecause} isDescription>
        <Button {...button} aria-disabled aria-describedby={reasonId} disableTouchRipple />
      </Tooltip>
      <span id={reasonId} hidden>
        {disabledBecause}
      </span>
    </>
  )
}

/** What can be done with something, as its menu offers it. */
export interface Action {
  label: string
  icon: LucideIcon
  disabledBecause?: string
  /** Takes something away. */
  isDanger?: boolean
  onAct: () => void
}

/** The same as buttons beside each other. */
export const ActionRow = ({ actions }: { actions: readonly Action[] }) => (
  <Row align="stretch" wrap>
    {actions.map(({ label, icon, disabledBecause, isDanger, onAct }) => (
      <ActionButton
        key={label}
        label={label}
        icon={icon}
        disabledBecause={disabledBecause}
        color={isDanger ? 'error' : 'primary'}
        onClick={onAct}
      />
    ))}
  </Row>
)
