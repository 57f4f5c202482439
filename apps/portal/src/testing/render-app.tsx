import { act, render, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-router'
import { Providers } from '../app/providers.js'
import { createMemoryPortalRouter } from '../app/router.js'
import type { RuntimeConfig } from '../config/runtime-config.js'
import { startI18n } from '../i18n/index.js'
import type { LanguageKey } from '../i18n/languages.js'
import type { Clock } from '../lib/clock.js'
import { createQueryClient } from '../lib/query-client.js'
import { setAccessToken } from '../lib/session/access-token.js'
import { SessionProvider, type SessionUser } from '../lib/session/session.js'
import { aConfig, aUser } from './fixtures.js'

/** Default time of specs, milliseconds since 1970 UTC, so that no spec depends on the day it runs. */
export const USUAL_NOW = Date.parse('2025-10-30T08:12:00Z')

export interface RenderOptions {
  user?: SessionUser
  config?: RuntimeConfig
  language?: LanguageKey
  /** Fixed "now", milliseconds since 1970 UTC. Default: `USUAL_NOW`. */
  now?: number
  clock?: Clock
  logout?: () => void
}

export interface Rendered extends RenderResult {
  /** Simulates the user's actions. */
  actor: UserEvent
  /** Changes the user, as when the profile is fetched again with other data. */
  changeUser: (user: SessionUser) => void
  /** Renders other content, or the same content with other properties, in the same place. */
  changePart: (part: ReactNode) => void
}

/** Renders a part of the portal with all its surroundings: a signed-in user, settings, texts, theme, queries. */
export async function renderPart(part: ReactNode, options: RenderOptions = {}): Promise<Rendered> {
  const { user = aUser(), config = aConfig(), language = 'en', now = USUAL_NOW, logout = () => undefined } = options
  const clock = options.clock ?? { now: () => now }
  const i18n = await startI18n(language)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  setAccessToken('test-token')
  const whole = (as: SessionUser, shown = part) => (
    <Providers i18n={i18n} config={config} queryClient={queryClient} clock={clock}>
      <SessionProvider value={{ user: as, logout }}>{shown}</SessionProvider>
    </Providers>
  )
  const rendered = render(whole(user))
  return {
    ...rendered,
    actor: userEvent.setup(),
    changeUser: (next) => rendered.rerender(whole(next)),
    changePart: (next) => rendered.rerender(whole(user, next)),
  }
}

export interface RenderedApp extends Rendered {
  address: () => string
  /** Goes back like the browser's Back button. */
  goBack: () => Promise<void>
}

/** Renders the whole portal at an address, signed in. Stub the API first (`stubApi`). Resolves when the screen is there. */
export async function renderApp(address = '/', options: RenderOptions = {}): Promise<RenderedApp> {
  const router = createMemoryPortalRouter(address)
  const rendered = await renderPart(<RouterProvider router={router} />, options)
  // The main part is hidden if the address opens a drawer over it.
  await rendered.findByRole('main', { hidden: true })
  const currentAddress = () => `${router.state.location.pathname}${router.state.location.search}`
  return { ...rendered, address: currentAddress, goBack: () => act(() => router.navigate(-1)) }
}
