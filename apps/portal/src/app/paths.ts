import type { Permission, Role } from '@roadbook/contracts/permissions'

/** One screen: where it is, and what its guard asks for. */
export interface Screen {
  path: string
  /** The guard checks this alone; absent where the server knows no such permission (G-05). */
  permission?: Permission | 'read:maintenance-plan'
  /** Metadata only: who the specification has in mind. */
  roles?: readonly Role[]
}

const installers: readonly Role[] = ['technician', 'manager', 'super-admin', 'dealer']

/** Every screen of the portal (A.3, G-03, G-04). The key names its texts in `screens.json`. */
export const SCREENS = {
  home: { path: '/', permission: 'index:dashboard' },
  map: { path: '/map/:imei?', permission: 'read:map' },
  entityStatus: { path: '/entity-status/:id', permission: 'read:map' },
  installDevices: { path: '/install-devices', permission: 'create:entity', roles: installers },
  installDevicesMobile: { path: '/install-devices-mobile', permission: 'create:entity', roles: installers },
  missing: { path: '/missing', permission: 'manage:missing-entities' },
  notifications: { path: '/notifications', permission: 'read:information' },
  maintenancePlans: { path: '/maintenance-plans', permission: 'read:maintenance-plan' },
  reports: { path: '/reports', permission: 'read:reports', roles: ['manager', 'reporter', 'super-admin'] },
  analytics: { path: '/analytics', permission: 'read:reports' },
  businesses: { path: '/businesses', permission: 'read:business-management', roles: ['manager', 'super-admin'] },
  users: { path: '/users', permission: 'read:user' },
  entities: { path: '/entities', permission: 'index:entity' },
  entity: { path: '/entities/:id', permission: 'index:entity' },
  devices: { path: '/devices', permission: 'read:business-management' },
  tags: { path: '/tags', permission: 'index:entity' },
  tokens: { path: '/tokens', permission: 'read:business-management' },
  audit: { path: '/audit', permission: 'read:business-management' },
  jobs: { path: '/jobs', permission: 'read:business-management' },
  information: { path: '/information', permission: 'read:information' },
  subscriptions: { path: '/subscriptions', permission: 'read:information' },
  subscriptionManagement: { path: '/subscription-management', permission: 'read:business-management' },
  appNotifications: { path: '/app-notifications', permission: 'create:notification' },
  shop: { path: '/shop', permission: 'create:order' },
} as const satisfies Record<string, Screen>

export type ScreenKey = keyof typeof SCREENS

/** The address of a screen without its parameters: "/map/:imei?" → "/map". */
export const pathOf = (key: ScreenKey): string => SCREENS[key].path.replace(/\/:.*$/, '') || '/'
