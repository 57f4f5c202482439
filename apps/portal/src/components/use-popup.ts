import { useState } from 'react'

/**
 * Manages a menu or popover anchored to the pressed button. `open` is passed to the button and `popup` to the menu or popover.
 */
export function usePopup() {
  const [anchorEl, setAnchor] = useState<HTMLElement>()
  const isOpen = anchorEl !== undefined
  const close = () => setAnchor(undefined)
  const open = ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget)
  return { isOpen, open, close, popup: { open: isOpen, anchorEl, onClose: close } }
}

export type PopupState = ReturnType<typeof usePopup>['popup']
