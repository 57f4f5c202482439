import { type ReactNode, Suspense, useState } from 'react'
import { latePart } from '../../lib/parts/late-part.js'
import { ToastContext, type WantedToast } from './toast-context.js'

const Toasts = latePart(async () => (await import('./toasts.js')).Toasts)

/**
 * Provides toasts to its children. The toast component is loaded when the first toast is requested, and shows this toast as
 * soon as it has loaded.
 */
export function NotificationsProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<WantedToast>()
  return (
    <ToastContext value={setWanted}>
      {children}
      <Suspense>{wanted && <Toasts wanted={wanted} />}</Suspense>
    </ToastContext>
  )
}
