import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { NotificationsProvider } from '../components/notifications/notifications-provider.js'
import { RuntimeConfigProvider, type RuntimeConfig } from '../config/runtime-config.js'
import { ClockProvider, type Clock } from '../lib/clock.js'
import { serverClock } from '../lib/server-clock.js'
import { ThemeRoot } from '../theme/theme-root.js'

interface ProvidersProps {
  i18n: i18n
  config: RuntimeConfig
  queryClient: QueryClient
  /** Clock for all screens. Only tests set another clock than the server's. */
  clock?: Clock
  children: ReactNode
}

/** Context providers for all screens. */
export function Providers({ i18n, config, queryClient, clock = serverClock, children }: ProvidersProps) {
  return (
    <ThemeRoot>
      <I18nextProvider i18n={i18n}>
        <ClockProvider value={clock}>
          <RuntimeConfigProvider value={config}>
            <QueryClientProvider client={queryClient}>
              <NotificationsProvider>{children}</NotificationsProvider>
            </QueryClientProvider>
          </RuntimeConfigProvider>
        </ClockProvider>
      </I18nextProvider>
    </ThemeRoot>
  )
}
