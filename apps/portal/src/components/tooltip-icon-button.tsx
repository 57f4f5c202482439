import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { LucideIcon } from 'lucide-react'

interface TooltipIconButtonProps extends Omit<IconButtonProps, 'children'> {
  label: string
  icon: LucideIcon
  iconSize?: number
}

const Touchable = styled(IconButton)({ '@media (pointer: coarse)': { width: 44, height: 44 } })

/** An icon as a button: named for screen readers and by a tooltip. */
export function TooltipIconButton({ label, icon: Icon, iconSize = 16, ...button }: TooltipIconButtonProps) {
  return (
    <Tooltip title={label}>
      <Touchable aria-label={label} {...button}>
        <Icon size={iconSize} />
      </Touchable>
    </Tooltip>
  )
}
