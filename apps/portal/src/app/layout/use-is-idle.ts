import { useEffect, useState } from 'react'
import { LIMITS } from '../../config/limits.js'

const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const

/** Returns true after ten minutes without pointer, key, touch or scroll, until the next such event (R-059, G-90). */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), LIMITS.idleLogoMs)
    }
    wake()
    for (const input of INPUTS) window.addEventListener(input, wake, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const input of INPUTS) window.removeEventListener(input, wake, { capture: true })
    }
  }, [])
  return isIdle
}
