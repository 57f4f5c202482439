import createClient, { type Middleware } from 'openapi-fetch'
import { LIMITS } from '../../config/limits.js'
import { learnServerTime } from '../server-clock.js'
import { validAccessToken } from '../session/access-token.js'
import { getViewAs, viewAsHeader } from '../session/view-as.js'
import { ApiError, toApiError } from './api-error.js'
import type { paths } from './schema.js'

const unauthorizedListeners = new Set<() => void>()

/** Registers a listener that is called when the server rejects the token (401, R-028). Returns the unsubscribe function. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener)
  return () => unauthorizedListeners.delete(listener)
}

const headers: Middleware = {
  async onRequest({ request }) {
    // The server's texts are shown unchanged, so they must be in the page's language.
    request.headers.set('Accept-Language', document.documentElement.lang)
    const token = await validAccessToken()
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    const view = getViewAs()
    if (view) request.headers.set('X-View-As', viewAsHeader(view))
  },
  onResponse({ request, response }) {
    // A request may have no token yet, for example after the network was lost. A 401 for such a request does not mean that a
    // token was rejected.
    if (response.status === 401 && request.headers.has('Authorization')) for (const listener of unauthorizedListeners) listener()
  },
}

async function fetchWithTimeout(request: Request): Promise<Response> {
  const timeout = AbortSignal.timeout(LIMITS.requestTimeoutMs)
  const sentAt = performance.now()
  try {
    const response = await globalThis.fetch(request, { signal: AbortSignal.any([request.signal, timeout]) })
    learnServerTime(response.headers.get('date'), performance.now() - sentAt)
    return response
  } catch (cause) {
    if (request.signal.aborted) throw cause
    if (timeout.aborted) throw new ApiError('', 0, 'timeout', undefined, {}, { cause })
    throw new ApiError('', 0, 'network', undefined, {}, { cause })
  }
}

/** Typed client of `/api/v1`. Its calls must be wrapped in `unwrap` or `dataOf`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithTimeout })
api.use(headers)

type Call<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>

/**
 * Returns the body of a successful call. Throws ApiError otherwise. Example: `const { data } = await
 * unwrap(api.GET('/api/v1/trips', { signal }))`.
 */
export async function unwrap<Body>(call: Call<Body>): Promise<Body> {
  const { data, error, response } = await call
  if (!response.ok || error !== undefined) throw toApiError(response, error)
  return data as Body
}

/** Returns the `data` of a successful call. Throws like {@link unwrap}. */
export const dataOf = async <Data>(call: Call<{ data: Data }>): Promise<Data> => (await unwrap(call)).data

/** Returns the `data` of a successful call. Null if the requested item does not exist or the user is not allowed to see it. */
export const dataOrNull = async <Data>(call: Call<{ data: Data }>): Promise<Data | null> => {
  try {
    return await dataOf(call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
