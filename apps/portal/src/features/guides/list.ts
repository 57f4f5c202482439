import type { Permission } from '@roadbook/contracts/permissions'

export const CATEGORIES = ['installing', 'customers', 'missing', 'maintenance', 'insight'] as const

/** Screen that a guide is about, as in the portal's list of screens. */
interface GuideScreen {
  path: string
  permission: Permission
  /** Key of the screen's title in the texts, such as `install:screen`. */
  texts: string
}

interface Guide {
  category: (typeof CATEGORIES)[number]
  /** Permission needed for the work that the guide explains. */
  permission: Permission
  screen: GuideScreen
}

const INSTALL = { path: '/install-devices', permission: 'create:entity', texts: 'install:screen' } as const
const PHONE = { path: '/install-devices-mobile', permission: 'create:entity', texts: 'installMobile:screen' } as const
const VEHICLES = { path: '/entities', permission: 'index:entity', texts: 'entities:screen' } as const
const MISSING = { path: '/missing', permission: 'manage:missing-entities', texts: 'missing:screen' } as const
const SERVICES = { path: '/notifications', permission: 'read:information', texts: 'services:screen' } as const
const REPORTS = { path: '/reports', permission: 'read:reports', texts: 'reports:screen' } as const

/** The guides in the order of a vehicle's life. `npm run guide` reads this file without a build, so it imports nothing but types. */
export const GUIDES = {
  install: { category: 'installing', permission: 'create:entity', screen: INSTALL },
  phone: { category: 'installing', permission: 'create:entity', screen: PHONE },
  lights: { category: 'installing', permission: 'create:entity', screen: INSTALL },
  check: { category: 'installing', permission: 'create:entity', screen: INSTALL },
  replace: { category: 'installing', permission: 'create:entity', screen: INSTALL },
  return: { category: 'installing', permission: 'create:entity', screen: INSTALL },
  delivery: { category: 'customers', permission: 'create:entity', screen: INSTALL },
  missing: { category: 'missing', permission: 'manage:missing-entities', screen: VEHICLES },
  search: { category: 'missing', permission: 'manage:missing-entities', screen: MISSING },
  plans: { category: 'maintenance', permission: 'manage:maintenance', screen: SERVICES },
  workshop: { category: 'maintenance', permission: 'manage:maintenance', screen: SERVICES },
  reports: { category: 'insight', permission: 'read:reports', screen: REPORTS },
} as const satisfies Record<string, Guide>
