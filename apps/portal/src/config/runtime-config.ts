import { createContext, useContext } from 'react'

/** Settings of the installation for the portal, served by the API as `/config.json`. */
export interface RuntimeConfig {
  oidc: { issuer: string; client_id: string; resource: string; scope: string }
  live_url: string | null
  tiles: { url: string | null; vector_url: string | null; attribution: string; max_zoom: number }
  support: { email: string; phone: string }
  maintenance_url: string
  shop_url: string | null
  push_key: string | null
  /** Two flags: accounts are created here (G-16), and invitations and reset links are mailed. */
  accounts: { are_made: boolean; are_mailed: boolean }
  payments_at: 'mollie' | 'stripe' | null
  /** G-58: maximum number of vehicles in one report over a month. */
  report_max_entities: number
  planned_maintenance: { window_from: string; window_till: string; shown_from: string; shown_till: string }
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isWord: Check = (value) => typeof value === 'string' && value !== ''
const isTextOrNull: Check = (value) => value === null || typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const isMoment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
/** Makes a field optional that was added later, because a service worker may return a stored, older configuration. */
const lately =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** Checks written by hand. A validation library would be larger than all other code that the start of the portal needs. */
const CHECKS: Readonly<Record<string, Check>> = {
  'oidc.issuer': (value) => isText(value) && URL.canParse(value as string),
  'oidc.client_id': isWord,
  'oidc.resource': isWord,
  'oidc.scope': isWord,
  live_url: isTextOrNull,
  'tiles.url': isTextOrNull,
  'tiles.vector_url': lately(isTextOrNull),
  'tiles.attribution': isText,
  'tiles.max_zoom': isNumber,
  'support.email': isText,
  'support.phone': isText,
  maintenance_url: isWord,
  shop_url: isTextOrNull,
  push_key: lately(isTextOrNull),
  'accounts.are_made': isFlag,
  'accounts.are_mailed': isFlag,
  payments_at: lately((value) => value === null || value === 'mollie' || value === 'stripe'),
  report_max_entities: (value) => Number.isInteger(value) && (value as number) > 0,
  'planned_maintenance.window_from': isMoment,
  'planned_maintenance.window_till': isMoment,
  'planned_maintenance.shown_from': isMoment,
  'planned_maintenance.shown_till': isMoment,
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], value)

/** Reads and checks `/config.json`; throws an error that names every wrong field. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch(new URL('/config.json', window.location.origin), { cache: 'no-store' })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  const given: unknown = await response.json()
  const wrong = Object.keys(CHECKS).filter((path) => !CHECKS[path]?.(at(given, path)))
  if (wrong.length > 0) throw new Error(`/config.json is not usable: ${wrong.join(', ')}`)
  const config = given as RuntimeConfig
  const { tiles, push_key = null, payments_at = null } = config
  return { ...config, push_key, payments_at, tiles: { ...tiles, vector_url: tiles.vector_url ?? null } }
}

const RuntimeConfigContext = createContext<RuntimeConfig | null>(null)
export const RuntimeConfigProvider = RuntimeConfigContext.Provider

export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext)
  if (!config) throw new Error('useRuntimeConfig needs a RuntimeConfigProvider')
  return config
}
