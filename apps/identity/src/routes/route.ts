import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Logger } from '@roadbook/platform'
import type { KnownDevices } from '../http/known-devices.js'
import type { PageContext } from '../pages/layout.js'
import type { SecondFactorPolicy } from '../second-factor/requirement.js'

/** What a route needs to answer one request. */
export interface RouteRequest {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  page: PageContext
  /** Whom it came from. */
  address: string
  devices: KnownDevices
  pool: pg.Pool
  provider: Provider
  issuer: string
  logger: Logger
  portalUrl: string
  /** Who must have a second step. */
  secondFactorPolicy: SecondFactorPolicy
  /** Whether forgotten passwords are reset by mail. */
  sendsMail: boolean
}

/** The id of the interaction that a request belongs to, as `/interaction/<uid>` says. */
export const interactionUid = ({ url }: RouteRequest): string => url.pathname.split('/').at(-1) ?? ''

/** Whom failures of an account are counted for: its own browser, where this is one, or else the address. */
export const countedFor = ({ devices, request, address }: RouteRequest, email: string): string =>
  devices.deviceOf(request, email) ?? address

/** On to another page of ours, or back to where the browser was. */
export function redirectTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end()
}

/** Sends a page; nobody may keep it. */
export function sendPage(response: ServerResponse, page: string, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
  response.end(page)
}
