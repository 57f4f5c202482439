import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePopup } from '../../components/use-popup.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'

export interface RowAction {
  label: string
  icon: LucideIcon
  /** Reason why the action is not possible. The action then stays in the menu and shows the reason. */
  disabledBecause?: string
  /** Marks an action that removes something. */
  isDanger?: boolean
  /** Letter key that runs the action for the focused row. */
  key?: string
  onAct: () => void
}

/** Menu of the actions for one row. Its button is always visible, for touch and keyboard. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation('table')
  const { open, close, popup } = usePopup()
  return (
    <>
      <TooltipIconButton
        label={t('actionsOf', { name })}
        icon={Ellipsis}
        aria-haspopup="menu"
        onClick={(event) => {
          event.stopPropagation()
          open(event)
        }}
      />
      <ActionMenu anchor={popup.anchorEl} actions={actions} onClose={close} />
    </>
  )
}

interface ActionMenuProps {
  /** Element that the menu is attached to. Undefined while the menu is closed. */
  anchor: HTMLElement | undefined
  actions: readonly RowAction[]
  onClose: () => void
}

/** Menu of actions. An action that is not possible stays in the menu and shows the reason. */
export function ActionMenu({ anchor, actions, onClose }: ActionMenuProps) {
  return (
    <Menu
      open={anchor !== undefined}
      anchorEl={anchor}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {actions.map(({ label, icon: Icon, disabledBecause, isDanger, key, onAct }) => (
        <MenuItem
          key={label}
          aria-keyshortcuts={key?.toUpperCase()}
          aria-disabled={disabledBecause === undefined ? undefined : true}
          onClick={() => {
            if (disabledBecause !== undefined) return
            onClose()
            onAct()
          }}
          sx={
            disabledBecause === undefined
              ? { color: isDanger ? 'missing.main' : undefined }
              : { color: 'text.tertiary', cursor: 'not-allowed' }
          }
        >
          <ListItemIcon sx={{ minWidth: '0 !important' }}>
            <Icon />
          </ListItemIcon>
          {disabledBecause === undefined ? (
            label
          ) : (
            <ListItemText
              primary={label}
              secondary={disabledBecause}
              slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
            />
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
