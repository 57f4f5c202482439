import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Logger } from '@roadbook/platform'
import type { PageContext } from '../pages/layout.js'

/** What a route needs to answer one request. */
export interface RouteRequest {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  page: PageContext
  /** Whom sign-in attempts are counted for. */
  address: string
  pool: pg.Pool
  provider: Provider
  issuer: string
  logger: Logger
}

/** Sends a page; nobody may keep it. */
export function sendPage(response: ServerResponse, page: string, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  response.end(page)
}
