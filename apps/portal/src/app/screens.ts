import type { Permission, Role } from '@roadbook/contracts/permissions'
import {
  Bell,
  BellRing,
  Bike,
  Building2,
  CalendarCog,
  ChartLine,
  Cpu,
  CreditCard,
  FileInput,
  FileText,
  History,
  House,
  KeyRound,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Map as MapIcon,
  PackagePlus,
  Receipt,
  Route,
  Shapes,
  ShoppingBag,
  Siren,
  Tags,
  Users,
  WalletCards,
  Webhook,
  Wrench,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../i18n/index.js'
import { PATHS } from '../lib/paths.js'

export type NavigationGroup = 'operations' | 'insight' | 'administration' | 'commerce'

/** Namespace and key of the object that contains a screen's `title` and `purpose`, such as `tokens:screen`. */
type ScreenTexts = {
  [Name in keyof Texts]: {
    [Key in keyof Texts[Name]]: Texts[Name][Key] extends { title: string; purpose: string } ? `${Name}:${Key & string}` : never
  }[keyof Texts[Name]]
}[keyof Texts]

/** One screen, with all data for the router, the guard, the navigation and its page. */
export interface Screen {
  path: string
  /** Permission that the guard checks. Omitted if the server has no such permission (G-05). */
  permission?: Permission | 'read:maintenance-plan'
  /** Roles that the specification intends for the screen. They are metadata only and are not checked. */
  roles?: readonly Role[]
  /** Sidebar group. Omitted for a screen that is reached from elsewhere. */
  group?: NavigationGroup
  /** Icon for the sidebar, the tile and the page. */
  icon: LucideIcon
  texts: ScreenTexts
  /** Loads the screen's own chunk. */
  load: () => Promise<{ Component: ComponentType }>
}

const installers: readonly Role[] = ['technician', 'manager', 'super-admin', 'dealer']

/**
 * All screens of the portal (A.3, G-03, G-04), in the order of the sidebar. Screens must not import this list, because it imports
 * them.
 */
export const SCREENS = {
  home: {
    path: '/',
    permission: 'index:dashboard',
    icon: House,
    texts: 'home:screen',
    load: () => import('./routes/home.js'),
  },
  map: {
    path: `${PATHS.map}/:imei?`,
    permission: 'read:map',
    group: 'operations',
    icon: MapIcon,
    texts: 'map:screen',
    load: () => import('./routes/map.js'),
  },
  entityStatus: {
    path: `${PATHS.entityStatus}/:id`,
    permission: 'read:map',
    icon: Bike,
    texts: 'map:statusScreen',
    load: () => import('./routes/entity-status.js'),
  },
  installDevices: {
    path: PATHS.installDevices,
    permission: 'create:entity',
    roles: installers,
    group: 'operations',
    icon: PackagePlus,
    texts: 'install:screen',
    load: () => import('./routes/install-devices.js'),
  },
  installDevicesMobile: {
    path: PATHS.installDevicesMobile,
    permission: 'create:entity',
    roles: installers,
    icon: PackagePlus,
    texts: 'installMobile:screen',
    load: () => import('./routes/install-devices-mobile.js'),
  },
  missing: {
    path: PATHS.missing,
    permission: 'manage:missing-entities',
    group: 'operations',
    icon: Siren,
    texts: 'missing:screen',
    load: () => import('./routes/missing.js'),
  },
  missingCase: {
    path: `${PATHS.missing}/:id`,
    permission: 'manage:missing-entities',
    icon: Siren,
    texts: 'missing:caseScreen',
    load: () => import('./routes/missing-case.js'),
  },
  alerts: {
    path: PATHS.alerts,
    permission: 'read:map',
    group: 'operations',
    icon: BellRing,
    texts: 'alerts:screen',
    load: () => import('../features/alerts/alerts-screen.js'),
  },
  notifications: {
    path: PATHS.notifications,
    permission: 'read:information',
    group: 'operations',
    icon: Wrench,
    texts: 'services:screen',
    load: () => import('../features/maintenance/services/services-screen.js'),
  },
  maintenancePlans: {
    path: '/maintenance-plans',
    permission: 'read:maintenance-plan',
    group: 'operations',
    icon: CalendarCog,
    texts: 'maintenance:screen',
    load: () => import('../features/maintenance/plans/plans-screen.js'),
  },
  trips: {
    path: PATHS.trips,
    permission: 'read:map',
    group: 'insight',
    icon: Route,
    texts: 'trips:screen',
    load: () => import('./routes/trips.js'),
  },
  reports: {
    path: '/reports',
    permission: 'read:reports',
    roles: ['manager', 'reporter', 'super-admin'],
    group: 'insight',
    icon: FileText,
    texts: 'reports:screen',
    load: () => import('./routes/reports.js'),
  },
  analytics: {
    path: '/analytics',
    permission: 'read:reports',
    group: 'insight',
    icon: ChartLine,
    texts: 'analytics:screen',
    load: () => import('../features/analytics/analytics-screen.js'),
  },
  geofences: {
    path: PATHS.geofences,
    permission: 'manage:alerts',
    group: 'administration',
    icon: Shapes,
    texts: 'geofences:screen',
    load: () => import('../features/geofences/geofences-screen.js'),
  },
  alertRules: {
    path: PATHS.alertRules,
    permission: 'manage:alerts',
    group: 'administration',
    icon: ListTodo,
    texts: 'alertRules:screen',
    load: () => import('../features/alerts/alert-rules-screen.js'),
  },
  businesses: {
    path: PATHS.businesses,
    permission: 'read:business-management',
    roles: ['manager', 'super-admin'],
    group: 'administration',
    icon: Building2,
    texts: 'businesses:screen',
    load: () => import('./routes/businesses.js'),
  },
  users: {
    path: PATHS.users,
    permission: 'read:user',
    group: 'administration',
    icon: Users,
    texts: 'users:screen',
    load: () => import('./routes/users.js'),
  },
  entities: {
    path: PATHS.entities,
    permission: 'index:entity',
    group: 'administration',
    icon: Bike,
    texts: 'entities:screen',
    load: () => import('./routes/entities.js'),
  },
  entity: {
    path: `${PATHS.entities}/:id`,
    permission: 'index:entity',
    icon: Bike,
    texts: 'entities:recordScreen',
    load: () => import('./routes/entity.js'),
  },
  devices: {
    path: '/devices',
    permission: 'read:business-management',
    group: 'administration',
    icon: Cpu,
    texts: 'devices:screen',
    load: () => import('./routes/devices.js'),
  },
  imports: {
    path: PATHS.imports,
    permission: 'manage:devices',
    roles: ['manager', 'super-admin'],
    group: 'administration',
    icon: FileInput,
    texts: 'historyImports:screen',
    load: () => import('./routes/imports/imports.js'),
  },
  tags: {
    path: '/tags',
    permission: 'index:entity',
    group: 'administration',
    icon: Tags,
    texts: 'tags:screen',
    load: () => import('./routes/tags.js'),
  },
  tokens: {
    path: '/tokens',
    permission: 'read:business-management',
    group: 'administration',
    icon: KeyRound,
    texts: 'tokens:screen',
    load: () => import('./routes/tokens.js'),
  },
  webhooks: {
    path: '/webhooks',
    permission: 'read:business-management',
    group: 'administration',
    icon: Webhook,
    texts: 'webhooks:screen',
    load: () => import('../features/webhooks/webhooks-screen.js'),
  },
  audit: {
    path: PATHS.audit,
    permission: 'read:business-management',
    group: 'administration',
    icon: History,
    texts: 'audit:screen',
    load: () => import('./routes/audit.js'),
  },
  jobs: {
    path: PATHS.jobs,
    permission: 'read:business-management',
    icon: ListChecks,
    texts: 'jobs:screen',
    load: () => import('../features/jobs/jobs-screen.js'),
  },
  information: {
    path: PATHS.information,
    permission: 'read:information',
    group: 'commerce',
    icon: Receipt,
    texts: 'information:screen',
    load: () => import('./routes/information.js'),
  },
  subscriptions: {
    path: '/subscriptions',
    permission: 'read:information',
    group: 'commerce',
    icon: CreditCard,
    texts: 'subscriptions:screen',
    load: () => import('../features/subscriptions/subscriptions-screen.js'),
  },
  subscriptionManagement: {
    path: PATHS.subscriptionManagement,
    permission: 'read:business-management',
    group: 'commerce',
    icon: WalletCards,
    texts: 'subscriptionManagement:screen',
    load: () => import('../features/subscriptions/management-screen.js'),
  },
  appNotifications: {
    path: '/app-notifications',
    permission: 'create:notification',
    group: 'commerce',
    icon: Bell,
    texts: 'appNotifications:screen',
    load: () => import('../features/app-notifications/notifications-screen.js'),
  },
  shop: {
    path: '/shop',
    permission: 'create:order',
    group: 'commerce',
    icon: ShoppingBag,
    texts: 'shell:shopScreen',
    load: () => import('./routes/shop.js'),
  },
} as const satisfies Record<string, Screen>

export type ScreenKey = keyof typeof SCREENS

export const SCREEN_KEYS = Object.keys(SCREENS) as ScreenKey[]

/** Returns the path of a screen without its parameters: "/map/:imei?" → "/map". */
export const pathOf = (key: ScreenKey): string => SCREENS[key].path.replace(/\/:.*$/, '') || '/'

/** Returns the title and purpose of screens. */
export function useScreenWords() {
  // The type of the list above ensures that both texts exist.
  const t = useTranslation().t as unknown as (key: string) => string
  return (key: ScreenKey) => ({ title: t(`${SCREENS[key].texts}.title`), purpose: t(`${SCREENS[key].texts}.purpose`) })
}
