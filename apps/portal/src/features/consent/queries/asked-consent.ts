import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type AskedConsent = components['schemas']['AskedConsent']
export type ConsentAnswer = components['schemas']['AnswerConsent']['answer']

/** Request for consent that belongs to the customer's link. */
export const askedConsent = (link: string) =>
  queryOptions({
    queryKey: ['asked-consent', link],
    queryFn: async ({ signal }) => (await unwrap(api.POST('/api/v1/consents/show', { body: { link }, signal }))).data,
  })

/** Sends the customer's answer. The page then shows the new state. */
export function useAnswerConsent(link: string) {
  const client = useQueryClient()
  const { queryKey } = askedConsent(link)
  return useMutation({
    mutationFn: async (answer: ConsentAnswer) =>
      (await unwrap(api.POST('/api/v1/consents/answer', { body: { link, answer } }))).data,
    onSuccess: (asked) => client.setQueryData(queryKey, asked),
    // Reads the request again, because it may have ended meanwhile.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
