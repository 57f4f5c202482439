import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type UpdateAccount = components['schemas']['UpdateAccount']

/** Saves the account. Fails with the server's message. */
export const useUpdateAccount = () =>
  useMutation({
    mutationFn: (account: UpdateAccount) => dataOf(api.PUT('/api/v1/account/update', { body: account })),
  })
