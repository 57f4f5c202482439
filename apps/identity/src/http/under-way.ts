import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Current request and response, for code that the provider calls without passing them. */
export const underWay = new AsyncLocalStorage<{ request: IncomingMessage; response: ServerResponse }>()
