import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { toBase64 } from '../../../lib/api/packed-file.js'
import { RETURNS_KEY } from './return-queries.js'

type Schemas = components['schemas']
export type Return = Schemas['Return']
export type CreateReturn = Schemas['CreateReturn']

const withId = (id: number) => ({ path: { id } })

/** Writes for returns. Each resolves to the API's response, or fails with its message. */
export const changes = {
  create: ({ body, key }: { body: CreateReturn; key: string }) =>
    dataOf(api.POST('/api/v1/returns', { params: { header: once(key) }, body })),
  cancel: (id: number) => dataOf(api.POST('/api/v1/returns/{id}/cancel', { params: withId(id) })),
  /** Sends photos one after the other. A photo that is sent twice is stored once. @returns photos that failed */
  addPhotos: async ({ id, photos }: { id: number; photos: readonly Blob[] }): Promise<Blob[]> => {
    const left: Blob[] = []
    for (const photo of photos) {
      try {
        const body = { content: await toBase64(photo) }
        await unwrap(api.POST('/api/v1/returns/{id}/photos', { params: withId(id), body }))
      } catch {
        left.push(photo) // shown to the user, who can send it again
      }
    }
    return left
  },
}

/** Keys of the queries that must be read again after a change of a return. */
const OLD = [RETURNS_KEY, 'devices', 'entities', 'install', 'audit', 'home', 'verification']

/** Runs one of the {@link changes}, then reads again all data that depends on returns. */
export function useReturnChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => void Promise.all(OLD.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
