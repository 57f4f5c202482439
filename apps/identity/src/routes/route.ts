import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Logger } from '@roadbook/platform'
import type { KnownDevices } from '../http/known-devices.js'
import type { PageContext } from '../pages/layout.js'
import type { SecondFactorPolicy } from '../second-factor/requirement.js'

/** Data that are needed to answer one request. */
export interface RouteRequest {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  page: PageContext
  /** Client address. */
  address: string
  devices: KnownDevices
  pool: pg.Pool
  provider: Provider
  issuer: string
  logger: Logger
  portalUrl: string
  /** Decides which users must have a second step. */
  secondFactorPolicy: SecondFactorPolicy
  /** True when forgotten passwords are reset by mail. */
  sendsMail: boolean
}

/** Returns the id of the interaction from `/interaction/<uid>`. */
export const interactionUid = ({ url }: RouteRequest): string => url.pathname.split('/').at(-1) ?? ''

/**
 * Returns the key by which failed sign-ins to an account are counted. It identifies the browser if the account was used in this
 * browser before, and is the client's address otherwise.
 */
export const countedFor = ({ devices, request, address }: RouteRequest, email: string): string =>
  devices.deviceOf(request, email) ?? address

/** Redirects to another page of ours, or back to the page that the browser came from. */
export function redirectTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end()
}

/** Sends a page that must not be cached. */
export function sendPage(response: ServerResponse, page: string, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  response.end(page)
}
