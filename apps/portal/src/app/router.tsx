import { createBrowserRouter, createMemoryRouter, type RouteObject } from 'react-router'
import { LoadingOverlay } from '../components/loading-overlay.js'
import { Shell } from './layout/shell.js'
import { lazyRoute } from './lazy-route.js'
import type { RouteHandle } from './route-handle.js'
import { RouteError } from './routes/route-error.js'
import { SCREEN_KEYS, SCREENS, type Screen } from './screens.js'

const screenRoutes: RouteObject[] = SCREEN_KEYS.map((screen) => {
  const { path, permission, icon, texts, load }: Screen = SCREENS[screen]
  const handle: RouteHandle = { screen, permission, icon, texts }
  return { path, handle, lazy: lazyRoute(load), errorElement: <RouteError /> }
})

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: LoadingOverlay,
    children: [
      ...screenRoutes,
      { path: 'exports/:id', lazy: lazyRoute(() => import('./routes/exported-file.js')), errorElement: <RouteError /> },
      { path: '*', lazy: lazyRoute(() => import('./routes/not-found.js')), errorElement: <RouteError /> },
    ],
  },
]

export const createPortalRouter = () => createBrowserRouter(routes)

/** Creates a router for the same screens without an address bar, for tests. */
export const createMemoryPortalRouter = (address: string) => createMemoryRouter(routes, { initialEntries: [address] })
