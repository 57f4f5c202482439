import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { LucideIcon } from 'lucide-react'
import { Tooltip } from './tooltip.js'

interface TooltipIconButtonProps extends Omit<IconButtonProps, 'children'> {
  label: string
  icon: LucideIcon
  iconSize?: number
}

const Touchable = styled(IconButton)({ '@media (pointer: coarse)': { width: 44, height: 44 } })

/** Icon button, named for screen readers and by a tooltip. */
export function TooltipIconButton({ label, icon: Icon, iconSize = 16, ...button }: TooltipIconButtonProps) {
  return (
    <Tooltip title={label}>
      <Touchable aria-label={label} {...button}>
        <Icon size={iconSize} />
      </Touchable>
    </Tooltip>
  )
}
