import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'

export interface RowAction {
  label: string
  icon: LucideIcon
  onAct: () => void
}

/** What can be done with one row; always there, for touch and keyboard. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation('table')
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <TooltipIconButton
        label={t('actionsOf', { name })}
        icon={Ellipsis}
        aria-haspopup="menu"
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      />
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {actions.map(({ label, icon: Icon, onAct }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(undefined)
              onAct()
            }}
          >
            <ListItemIcon sx={{ minWidth: '0 !important' }}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
