import { useEffect, useRef, useState, type FocusEvent } from 'react'

/**
 * Folds a panel when the focus moves to another part of the same form. While a mouse button or finger is down, folding waits
 * until it is released. Otherwise the target of the press would move away.
 */
export function useFolding() {
  const [isFolded, setFolded] = useState(false)
  const press = useRef({ isDown: false, isWaiting: false })
  useEffect(() => {
    const down = () => {
      press.current.isDown = true
    }
    const up = () => {
      if (press.current.isWaiting) setFolded(true)
      press.current = { isDown: false, isWaiting: false }
    }
    document.addEventListener('pointerdown', down, true)
    document.addEventListener('pointerup', up, true)
    document.addEventListener('pointercancel', up, true)
    return () => {
      document.removeEventListener('pointerdown', down, true)
      document.removeEventListener('pointerup', up, true)
      document.removeEventListener('pointercancel', up, true)
    }
  }, [])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInForm = relatedTarget !== null && currentTarget.closest('form')?.contains(relatedTarget) === true
    if (!isInForm || currentTarget.contains(relatedTarget)) return
    if (press.current.isDown) press.current.isWaiting = true
    else setFolded(true)
  }
  return { isFolded, open: () => setFolded(false), onBlur }
}
