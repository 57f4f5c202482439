import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Request and response that are processed now. The provider calls some of our code without passing them, so that code reads
 * them here.
 */
export const underWay = new AsyncLocalStorage<{ request: IncomingMessage; response: ServerResponse }>()
