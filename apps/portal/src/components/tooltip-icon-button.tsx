import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.js'

interface TooltipIconButtonProps extends Omit<IconButtonProps, 'children'> {
  label: string
  icon: LucideIcon
  iconSize?: number
}

/** An icon as a button: named for screen readers and by a tooltip. */
export function TooltipIconButton({ label, icon: Icon, iconSize = 16, sx, ...button }: TooltipIconButtonProps) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...button} sx={{ '@media (pointer: coarse)': { width: 44, height: 44 }, ...sx }}>
        <Icon size={iconSize} />
      </IconButton>
    </Tooltip>
  )
}
