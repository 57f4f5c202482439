import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The request that is being answered, for what the provider calls without telling for whom. */
export const underWay = new AsyncLocalStorage<{ request: IncomingMessage; response: ServerResponse }>()
