import { QueryClientProvider } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import { useEffect, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { ConsentPage } from '../features/consent/consent-page.js'
import { askedConsent } from '../features/consent/queries/asked-consent.js'
import { showLanguage, startI18n } from '../i18n/index.js'
import { createQueryClient } from '../lib/query-client.js'
import { ThemeRoot } from '../theme/theme-root.js'
import { markHost } from '../lib/host.js'

const queryClient = createQueryClient()

/**
 * Page on which a customer answers a consent e-mail without signing in. Its language is the customer's language as recorded by
 * the business.
 */
export function App() {
  const [link] = useState(() => window.location.hash.slice(1))
  const [i18n, setI18n] = useState<I18n>()
  useEffect(() => {
    markHost(window.location.hostname)
    const start = async () => {
      const texts = await startI18n()
      // If this fails, the page itself shows the error.
      const asked = await queryClient.fetchQuery(askedConsent(link)).catch(() => undefined)
      if (asked) await showLanguage(texts, asked.locale)
      setI18n(texts)
    }
    void start()
  }, [link])
  if (!i18n) return null
  return (
    <ThemeRoot>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <ConsentPage link={link} />
        </QueryClientProvider>
      </I18nextProvider>
    </ThemeRoot>
  )
}
