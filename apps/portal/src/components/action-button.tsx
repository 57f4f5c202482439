import Button, { type ButtonProps } from '@mui/material/Button'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Row } from './layout/layout.js'
import { Tooltip } from './tooltip.js'

interface ActionButtonProps extends ButtonProps {
  label?: string
  /** Icon before the label. It is 16 px wide, or 14 px in a small button. */
  icon?: LucideIcon
  /** Reason why the button cannot be pressed now. The button then stays in the tab order and shows the reason. */
  disabledBecause?: string
}

/** Button that can explain why it is disabled: in a tooltip for pointer users, as its description for screen readers. */
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

/** Action on an item, as listed in the item's menu. */
export interface Action {
  label: string
  icon: LucideIcon
  disabledBecause?: string
  /** Marks an action that removes something. */
  isDanger?: boolean
  onAct: () => void
}

/** Shows the actions as a row of buttons. */
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
