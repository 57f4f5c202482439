import type { i18n as I18n } from 'i18next'
import { useEffect, useState } from 'react'
import { loadRuntimeConfig, type RuntimeConfig } from '../config/runtime-config.js'
import { SharedVehiclePage } from '../features/live-map/shared/shared-vehicle-page.js'
import { SharedCasePage } from '../features/missing/shared/shared-case-page.js'
import { SHARED_CASE_PATH } from '../features/missing/shared/shared-case-path.js'
import { startI18n } from '../i18n/index.js'
import { languageForBrowser } from '../i18n/languages.js'
import { markHost } from '../lib/host.js'
import { createQueryClient } from '../lib/query-client.js'
import { Providers } from './providers.js'
import { StartFailed } from './start-failed.js'

const queryClient = createQueryClient()

/** Keeps the page out of search engines and sends no referrer to linked sites. */
function keepQuiet(): void {
  const say = (name: string, content: string) => {
    const held = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
    const meta = held ?? document.head.appendChild(Object.assign(document.createElement('meta'), { name }))
    meta.content = content
  }
  say('robots', 'noindex, nofollow')
  say('referrer', 'no-referrer')
}

/**
 * Page that a shared link to a vehicle or a missing case opens. It needs no sign-in, is in the browser's language, and has
 * nothing else of the portal.
 */
export function App() {
  const [link] = useState(() => window.location.hash.slice(1))
  const isCase = window.location.pathname === SHARED_CASE_PATH
  const [i18n, setI18n] = useState<I18n>()
  const [config, setConfig] = useState<RuntimeConfig>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    markHost(window.location.hostname)
    keepQuiet()
    const start = async () => {
      const texts = await startI18n(languageForBrowser(navigator.languages))
      setI18n(texts)
      document.title = isCase ? texts.t('title', { ns: 'sharedCase' }) : texts.t('page.vehicleTitle', { ns: 'share' })
      setConfig(await loadRuntimeConfig())
    }
    start().catch(() => setHasFailed(true))
  }, [isCase])
  if (hasFailed) return <StartFailed i18n={i18n} />
  if (!i18n || !config) return null
  return (
    <Providers i18n={i18n} config={config} queryClient={queryClient}>
      {isCase ? <SharedCasePage link={link} /> : <SharedVehiclePage link={link} />}
    </Providers>
  )
}
