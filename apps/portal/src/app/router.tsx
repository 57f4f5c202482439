import { createBrowserRouter, createMemoryRouter, type RouteObject } from 'react-router'
import { LoadingOverlay } from '../components/loading-overlay.js'
import { Shell } from './layout/shell.js'
import { lazyRoute } from './lazy-route.js'
import { SCREENS, type ScreenKey } from './paths.js'
import type { RouteHandle } from './route-handle.js'
import { RouteError } from './routes/route-error.js'

/** Screens of this release, each a chunk of its own; all others share one honest page. */
const built: Partial<Record<ScreenKey, RouteObject['lazy']>> = {
  home: lazyRoute(() => import('./routes/home.js')),
  map: lazyRoute(() => import('./routes/map.js')),
  entityStatus: lazyRoute(() => import('./routes/entity-status.js')),
  installDevices: lazyRoute(() => import('./routes/install-devices.js')),
  installDevicesMobile: lazyRoute(() => import('./routes/install-devices-mobile.js')),
  businesses: lazyRoute(() => import('./routes/businesses.js')),
  users: lazyRoute(() => import('./routes/users.js')),
  entities: lazyRoute(() => import('./routes/entities.js')),
  entity: lazyRoute(() => import('./routes/entity.js')),
  devices: lazyRoute(() => import('./routes/devices.js')),
  tags: lazyRoute(() => import('./routes/tags.js')),
  tokens: lazyRoute(() => import('./routes/tokens.js')),
  audit: lazyRoute(() => import('./routes/audit.js')),
  jobs: lazyRoute(() => import('./routes/jobs.js')),
  shop: lazyRoute(() => import('./routes/shop.js')),
}

const later = lazyRoute(() => import('./routes/later.js'))

const screenRoutes: RouteObject[] = (Object.keys(SCREENS) as ScreenKey[]).map((screen) => {
  const { path, permission } = SCREENS[screen]
  const handle: RouteHandle = { screen, permission }
  return { path, handle, lazy: built[screen] ?? later, errorElement: <RouteError /> }
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

/** The same screens without an address bar, for tests. */
export const createMemoryPortalRouter = (address: string) => createMemoryRouter(routes, { initialEntries: [address] })
