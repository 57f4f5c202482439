import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import type { BusinessAction } from '../use-business-actions.js'

interface BusinessMenuProps {
  label: string
  actions: readonly BusinessAction[]
  /** True in the tree. The button is then not in the tab order, because the keyboard opens the menu in another way. */
  isInTree?: boolean
}

/** Menu with all actions of a business. A disabled action stays visible, with its reason below. */
export function BusinessMenu({ label, actions, isInTree = false }: BusinessMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <TooltipIconButton
        label={label}
        icon={Ellipsis}
        aria-haspopup="menu"
        tabIndex={isInTree ? -1 : undefined}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
        sx={isInTree ? { width: 28, height: 28 } : { width: 36, height: 36, border: 1, borderColor: 'line.strong' }}
      />
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { maxWidth: 320 } } }}
      >
        {actions.map(({ key, label: name, icon: Icon, isDanger, disabledBecause, onAct }) => (
          <MenuItem
            key={key}
            aria-disabled={disabledBecause !== undefined}
            onClick={() => {
              if (disabledBecause !== undefined) return
              setAnchor(undefined)
              onAct()
            }}
            sx={{
              alignItems: 'flex-start',
              whiteSpace: 'normal',
              color: isDanger && !disabledBecause ? 'missing.main' : undefined,
              cursor: disabledBecause ? 'not-allowed' : undefined,
            }}
          >
            <ListItemIcon sx={{ minWidth: '0 !important', color: 'inherit', mt: '2px' }}>
              <Icon />
            </ListItemIcon>
            <ListItemText
              sx={{ my: 0 }}
              primary={name}
              secondary={disabledBecause}
              slotProps={{
                primary: { variant: 'body2', color: disabledBecause ? 'textTertiary' : 'inherit' },
                secondary: { variant: 'caption', component: 'div' },
              }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
