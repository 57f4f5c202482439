import type { LanguageKey } from './languages.js'

/**
 * Namespaces of the texts. Each language has one file per namespace, for example `install-mobile.json` for `installMobile`.
 * English defines which texts exist.
 */
interface English {
  alertRules: typeof import('./locales/en/alert-rules.json')
  alerts: typeof import('./locales/en/alerts.json')
  account: typeof import('./locales/en/account.json')
  analytics: typeof import('./locales/en/analytics.json')
  appNotifications: typeof import('./locales/en/app-notifications.json')
  audit: typeof import('./locales/en/audit.json')
  auth: typeof import('./locales/en/auth.json')
  businesses: typeof import('./locales/en/businesses.json')
  common: typeof import('./locales/en/common.json')
  consent: typeof import('./locales/en/consent.json')
  devices: typeof import('./locales/en/devices.json')
  entities: typeof import('./locales/en/entities.json')
  errors: typeof import('./locales/en/errors.json')
  format: typeof import('./locales/en/format.json')
  geofences: typeof import('./locales/en/geofences.json')
  guides: typeof import('./locales/en/guides.json')
  historyImports: typeof import('./locales/en/history-imports.json')
  home: typeof import('./locales/en/home.json')
  information: typeof import('./locales/en/information.json')
  install: typeof import('./locales/en/install.json')
  installMobile: typeof import('./locales/en/install-mobile.json')
  insurances: typeof import('./locales/en/insurances.json')
  invoices: typeof import('./locales/en/invoices.json')
  jobs: typeof import('./locales/en/jobs.json')
  liveTest: typeof import('./locales/en/live-test.json')
  maintenance: typeof import('./locales/en/maintenance.json')
  map: typeof import('./locales/en/map.json')
  missing: typeof import('./locales/en/missing.json')
  outbox: typeof import('./locales/en/outbox.json')
  payments: typeof import('./locales/en/payments.json')
  reports: typeof import('./locales/en/reports.json')
  returns: typeof import('./locales/en/returns.json')
  roles: typeof import('./locales/en/roles.json')
  scanner: typeof import('./locales/en/scanner.json')
  services: typeof import('./locales/en/services.json')
  share: typeof import('./locales/en/share.json')
  sharedCase: typeof import('./locales/en/shared-case.json')
  sheets: typeof import('./locales/en/sheets.json')
  shell: typeof import('./locales/en/shell.json')
  subscriptionManagement: typeof import('./locales/en/subscription-management.json')
  subscriptions: typeof import('./locales/en/subscriptions.json')
  table: typeof import('./locales/en/table.json')
  tags: typeof import('./locales/en/tags.json')
  tokens: typeof import('./locales/en/tokens.json')
  trackerClock: typeof import('./locales/en/tracker-clock.json')
  trips: typeof import('./locales/en/trips.json')
  users: typeof import('./locales/en/users.json')
  vehicleSubscriptions: typeof import('./locales/en/vehicle-subscriptions.json')
  verification: typeof import('./locales/en/verification.json')
  webhooks: typeof import('./locales/en/webhooks.json')
}

/** Texts of a language, by namespace. */
export type Texts = { [Name in keyof English]: English[Name] }

/** Converts a file name to its namespace: "./install-mobile.json" → "installMobile". */
const namespaceOf = (file: string): string =>
  file.replace(/^\.\/|\.json$/g, '').replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())

type Files = { default: Record<string, unknown> }

const byNamespace = ({ default: files }: Files): Texts =>
  Object.fromEntries(Object.entries(files).map(([file, texts]) => [namespaceOf(file), texts])) as unknown as Texts

/** Loads the texts of one language. Each language is a separate chunk, so that a user downloads only the language in use. */
export const loadTexts = async (language: LanguageKey): Promise<Texts> =>
  byNamespace((await import(`./locales/${language}/index.ts`)) as Files)

/** Loads one language's texts for the frame and the names of the screens. */
export const loadFrameTexts = async (language: LanguageKey): Promise<Partial<Texts>> =>
  byNamespace((await import(`./locales/${language}/frame.ts`)) as Files)
