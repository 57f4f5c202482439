import type { i18n as I18n } from 'i18next'
import { useEffect, useState } from 'react'
import { AuthProvider } from 'react-oidc-context'
import { LoadingOverlay } from '../components/loading-overlay.js'
import { loadRuntimeConfig, type RuntimeConfig } from '../config/runtime-config.js'
import { AuthGate } from '../features/auth/auth-gate.js'
import { returnAddress } from '../features/auth/deep-link.js'
import { resumeSession } from '../features/auth/resume-session.js'
import { createUserManager } from '../features/auth/user-manager.js'
import { startFrameI18n } from '../i18n/index.js'
import { noteConnection } from '../lib/connection.js'
import { createQueryClient } from '../lib/query-client.js'
import { markHost } from '../lib/host.js'
import { PortalRouter } from './portal-router.js'
import { Providers } from './providers.js'
import { StartFailed } from './start-failed.js'

interface Start {
  i18n: I18n
  config: RuntimeConfig
  userManager: ReturnType<typeof createUserManager>
}

const queryClient = createQueryClient()

/** Loads the texts first, so that even an error page is in the user's language. Then loads the settings. */
async function start(onTexts: (i18n: I18n) => void): Promise<Start> {
  const i18n = await startFrameI18n()
  onTexts(i18n)
  const config = await loadRuntimeConfig()
  const userManager = createUserManager(config.oidc)
  return { i18n, config, userManager }
}

/** Puts the deep link back into the address bar after sign-in, before the router reads it. */
const restoreDeepLink = (user: { state?: unknown } | undefined) => window.history.replaceState({}, '', returnAddress(user?.state))

/** Portal application: loads settings, texts and session first, then the screens. */
export function App() {
  const [i18n, setI18n] = useState<I18n>()
  const [started, setStarted] = useState<Start>()
  const [isResumed, setIsResumed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    markHost(window.location.hostname)
    noteConnection()
    start(setI18n).then(
      (made) => {
        setStarted(made)
        void resumeSession(made.userManager).then(() => setIsResumed(true))
      },
      () => setHasFailed(true),
    )
  }, [])
  if (hasFailed) return <StartFailed i18n={i18n} />
  if (!started) return null
  return (
    <Providers i18n={started.i18n} config={started.config} queryClient={queryClient}>
      {isResumed ? (
        <AuthProvider userManager={started.userManager} onSigninCallback={restoreDeepLink}>
          <AuthGate>
            <PortalRouter />
          </AuthGate>
        </AuthProvider>
      ) : (
        <LoadingOverlay />
      )}
    </Providers>
  )
}
