import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/api-error.js'

/** What another try may change: no answer, too many requests, or a server in trouble. A refusal stays a refusal. */
const isRetriable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && onlineManager.isOnline() && isRetriable(error),
        refetchOnWindowFocus: false,
        // Without a network each screen says so, and nothing waits in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
