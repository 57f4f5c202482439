import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { CATALOGUE_KEY } from '../../../lib/catalogue-queries.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { WritePreset } from '../preset.js'
import { INSTALL_KEY } from './install-queries.js'

type Schemas = components['schemas']
type Install = Schemas['Install']
export type ReplaceDevice = Schemas['ReplaceDevice']
/** A vehicle whose tracker can be replaced. */
export type Replaceable = Schemas['ReplaceableEntity']

const at = (id: number) => ({ params: { path: { id } } })

/** Writes of an installation. Each resolves to the API's response, or fails with its message. */
export const changes = {
  install: async ({ body, key }: { body: Install; key: string }) =>
    (await unwrap(api.POST('/api/v1/install-devices/install', { params: { header: once(key) }, body }))).data,
  replace: async ({ id, body, key }: { id: number; body: ReplaceDevice; key: string }) => {
    const params = { path: { id }, header: once(key) }
    return (await unwrap(api.PUT('/api/v1/install-devices/replace-entity/{id}', { params, body }))).data
  },
  createPreset: async ({ body, key }: { body: WritePreset; key: string }) =>
    (await unwrap(api.POST('/api/v1/install-devices/presets', { params: { header: once(key) }, body }))).data,
  updatePreset: async ({ id, body }: { id: number; body: WritePreset }) =>
    (await unwrap(api.PUT('/api/v1/install-devices/presets/{id}', { ...at(id), body }))).data,
  deletePreset: async (id: number) => {
    await unwrap(api.DELETE('/api/v1/install-devices/presets/{id}', at(id)))
  },
}

/** Keys of the queries that must be read again after an installation. */
const OLD = [INSTALL_KEY, CATALOGUE_KEY, 'entities', 'devices', 'businesses', 'audit', 'fleet', 'home']

/** Reads again all data that depends on installations. */
export const readAgain = (queries: QueryClient) => Promise.all(OLD.map((key) => queries.invalidateQueries({ queryKey: [key] })))

/** Runs one of the {@link changes}, then reads again all data that depends on installations. */
export function useInstallChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => readAgain(queries),
  })
}
