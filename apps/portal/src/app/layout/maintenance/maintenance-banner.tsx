import { Suspense, useState } from 'react'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { latePart } from '../../../lib/parts/late-part.js'
import { inBrowser } from '../../../storage/browser-storage.js'
import { maintenancePhase } from './maintenance-window.js'

const MaintenanceNotice = latePart(async () => (await import('./maintenance-notice.js')).MaintenanceNotice)

const dismissed = inBrowser('maintenance-dismissed-on')

/** Notice of planned maintenance in the app bar. Dismissing it hides it for a day. */
export function MaintenanceBanner() {
  const { planned_maintenance: planned } = useRuntimeConfig()
  const format = useFormat()
  const now = useMinute()
  const today = format.date(now)
  const [dismissedOn, setDismissedOn] = useState(() => dismissed.read())
  const phase = maintenancePhase(planned, now)
  if (phase === 'hidden' || dismissedOn === today) return null
  const dismiss = () => {
    dismissed.write(today)
    setDismissedOn(today)
  }
  return (
    <Suspense>
      <MaintenanceNotice phase={phase} onDismiss={dismiss} />
    </Suspense>
  )
}
