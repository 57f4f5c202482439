import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { toBase64 } from '../photo.js'
import { RETURNS_KEY } from './return-queries.js'

type Schemas = components['schemas']
export type Return = Schemas['Return']
export type CreateReturn = Schemas['CreateReturn']

const of = (id: number) => ({ path: { id } })

/** Writes of returns; each answers what the API said, or fails with its words. */
export const changes = {
  create: ({ body, key }: { body: CreateReturn; key: string }) =>
    dataOf(api.POST('/api/v1/returns', { params: { header: once(key) }, body })),
  cancel: (id: number) => dataOf(api.POST('/api/v1/returns/{id}/cancel', { params: of(id) })),
  /** One after the other, each by itself; the same one sent again is there once. @returns those that did not arrive */
  addPhotos: async ({ id, photos }: { id: number; photos: readonly Blob[] }): Promise<Blob[]> => {
    const left: Blob[] = []
    for (const photo of photos) {
      try {
        const body = { content: await toBase64(photo) }
        await unwrap(api.POST('/api/v1/returns/{id}/photos', { params: of(id), body }))
      } catch {
        left.push(photo) // told to who sends it, who can send it again
      }
    }
    return left
  },
}

/** What a return makes old elsewhere on screen. */
const OLD = [RETURNS_KEY, 'devices', 'entities', 'install', 'audit', 'home', 'verification']

/** One of the {@link changes}; what it makes old is read again. */
export function useReturnChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => void Promise.all(OLD.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
