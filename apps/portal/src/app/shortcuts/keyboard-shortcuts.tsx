import { Suspense, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session/session.js'
import { mayOpen } from '../guard.js'
import { pathOf } from '../screens.js'
import { GO_TO } from './shortcuts.js'
import { lazyPart } from '../lazy-part.js'

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.js')).ShortcutsDialog)

const isInDialog = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[role=dialog]') !== null

/**
 * Keys that work on every screen. G and a letter opens a permitted screen, and ? shows all keys. All keys are ignored in fields
 * and dialogs.
 */
export function KeyboardShortcuts() {
  const navigate = useNavigate()
  const { permissions } = useSession().user
  const [isOpen, setIsOpen] = useState(false)
  const screens = Object.entries(GO_TO).filter(([, screen]) => mayOpen(screen, permissions))
  useHotkeys(
    screens.map(([letter]) => `g>${letter}`),
    (_, { keys }) => {
      const screen = screens.find(([letter]) => keys?.at(-1) === letter)?.[1]
      if (screen) void navigate(pathOf(screen))
    },
    { ignoreEventWhen: isInDialog },
    [screens],
  )
  useHotkeys('?', () => setIsOpen(true), { useKey: true, ignoreEventWhen: isInDialog })
  return (
    isOpen && (
      <Suspense fallback={null}>
        <ShortcutsDialog goTo={screens} onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}
