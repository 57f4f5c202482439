import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/api-error.js'

/**
 * Returns whether a retry may help: there was no response, or the status is 429, or 502 or higher. Any other failure is
 * final.
 */
const isRetriable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && onlineManager.isOnline() && isRetriable(error),
        refetchOnWindowFocus: false,
        // Requests must fail immediately and not wait for the network, because each screen reports a missing network itself.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
