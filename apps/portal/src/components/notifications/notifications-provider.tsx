import { type ReactNode, Suspense, useState } from 'react'
import { latePart } from '../../lib/late-part.js'
import { ToastContext, type WantedToast } from './toast-context.js'

const Toasts = latePart(async () => (await import('./toasts.js')).Toasts)

/** Toasts for all below; what is said before they can be drawn is shown as soon as they can. */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedToast>()
  return (
    <ToastContext value={setWanted}>
      {children}
      <Suspense>{wanted && <Toasts wanted={wanted} />}</Suspense>
    </ToastContext>
  )
}
