import Button, { type ButtonProps } from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'

interface ActionButtonProps extends ButtonProps {
  /** Why it cannot be pressed now; the button stays in the tab order and says so. */
  disabledBecause?: string
}

/** A button that explains itself where it cannot be pressed: to the pointer by a tooltip, to screen readers as its description. */
export function ActionButton({ disabledBecause, onClick, ...button }: ActionButtonProps) {
  const reasonId = useId()
  if (disabledBecause === undefined) return <Button {...button} onClick={onClick} />
  return (
    <>
      <Tooltip title={disabledBecause} describeChild>
        <Button {...button} aria-disabled aria-describedby={reasonId} disableTouchRipple />
      </Tooltip>
      <span id={reasonId} hidden>
        {disabledBecause}
      </span>
    </>
  )
}
