import { useState } from 'react'

/** What hangs on the button that was pressed: `open` is the button's, `popup` the menu's or the popover's. */
export function usePopup() {
  const [anchorEl, setAnchor] = useState<HTMLElement>()
  const isOpen = anchorEl !== undefined
  const close = () => setAnchor(undefined)
  const open = ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget)
  return { isOpen, open, close, popup: { open: isOpen, anchorEl, onClose: close } }
}

export type PopupState = ReturnType<typeof usePopup>['popup']
