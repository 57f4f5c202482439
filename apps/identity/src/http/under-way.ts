import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Request and response that are processed now. Code that the provider calls without passing them reads them here. */
export const underWay = new AsyncLocalStorage<{ request: IncomingMessage; response: ServerResponse }>()
