import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { DiscardDialog } from '../../../components/discard-dialog.js'

/** Asks for confirmation before a drawing is lost by the page's buttons, the menu, Back or a reload. */
export function useLeaving(onClose: () => void) {
  const [isDirty, setIsDirty] = useState(false)
  const isSaved = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty && !isSaved.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (!isDirty) return
    // Makes the browser ask for confirmation, which it does with its own text.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return {
    onDirty: setIsDirty,
    /** Leaves without confirmation after saving. */
    done: () => {
      isSaved.current = true
      onClose()
    },
    question: blocker.state === 'blocked' && <DiscardDialog onKeep={() => blocker.reset()} onDiscard={() => blocker.proceed()} />,
  }
}
