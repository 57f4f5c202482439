import '@fontsource-variable/inter/wght.css'
import { SILENT_PATH } from './features/auth/auth-paths.js'
import { CONSENT_PATH } from './features/consent/consent-path.js'
import { SHARED_VEHICLE_PATH } from './features/live-map/shared/shared-vehicle-path.js'
import { SHARED_CASE_PATH } from './features/missing/shared/shared-case-path.js'
import { registerServiceWorker } from './service-worker/register.js'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (window.location.pathname === SILENT_PATH) {
  // In the hidden frame of a silent renewal, the page only passes on the provider's answer.
  const { completeSilentRenewal } = await import('./features/auth/user-manager.js')
  await completeSilentRenewal()
} else {
  const { pathname } = window.location
  /** Pages for people without an account, each a separate small app. */
  const signedOut =
    pathname === CONSENT_PATH
      ? () => import('./app/consent-app.js')
      : pathname === SHARED_CASE_PATH || pathname === SHARED_VEHICLE_PATH
        ? () => import('./app/shared-app.js')
        : undefined
  if (import.meta.env.PROD && !signedOut) registerServiceWorker()
  const { App } = await (signedOut ?? (() => import('./app/app.js')))()
  const { mount } = await import('./app/mount.js')
  mount(root, App)
}
