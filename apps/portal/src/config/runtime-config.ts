import { z } from 'zod'
import { createContext, useContext } from 'react'

const isoDate = z.iso.datetime({ offset: true })

const runtimeConfigSchema = z.object({
  oidc: z.object({ issuer: z.url(), client_id: z.string().min(1), resource: z.string().min(1), scope: z.string().min(1) }),
  live_url: z.string().nullable(),
  tiles: z.object({
    url: z.string().nullable(),
    /** A worker may answer what it kept before there was one. */
    vector_url: z.string().nullable().default(null),
    attribution: z.string(),
    max_zoom: z.number(),
  }),
  support: z.object({ email: z.string(), phone: z.string() }),
  maintenance_url: z.string().min(1),
  shop_url: z.string().nullable(),
  /** A worker may answer what it kept before there was one. */
  push_key: z.string().nullable().default(null),
  /** Whether users get their account here (G-16), and whether invitations and reset links are mailed. */
  accounts: z.object({ are_made: z.boolean(), are_mailed: z.boolean() }),
  /** G-58: vehicles that one report is of at most, over a month. */
  payments_at: z.enum(['mollie', 'stripe']).nullable().default(null),
  report_max_entities: z.number().int().positive(),
  planned_maintenance: z.object({ window_from: isoDate, window_till: isoDate, shown_from: isoDate, shown_till: isoDate }),
})

/** What the installation decides about the portal; served by the API as `/config.json`. */
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>

/** Reads and checks `/config.json`; throws an error that names every wrong field. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch(new URL('/config.json', window.location.origin), { cache: 'no-store' })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  const parsed = runtimeConfigSchema.safeParse(await response.json())
  if (!parsed.success) throw new Error(`/config.json is not usable: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const RuntimeConfigContext = createContext<RuntimeConfig | null>(null)
export const RuntimeConfigProvider = RuntimeConfigContext.Provider

export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext)
  if (!config) throw new Error('useRuntimeConfig needs a RuntimeConfigProvider')
  return config
}
