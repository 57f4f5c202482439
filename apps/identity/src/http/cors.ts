import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Cross-origin reads are for the portal alone. The header names the portal whoever asks, so that a browser on any other
 * site is refused, and the provider, which would echo every origin, finds it set and leaves it.
 * @returns true when the request was a preflight and is answered
 */
export function applyCors(request: IncomingMessage, response: ServerResponse, portalUrl: string): boolean {
  response.setHeader('Access-Control-Allow-Origin', new URL(portalUrl).origin)
  response.setHeader('Vary', 'Origin')
  if (request.method !== 'OPTIONS') return false
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'authorization, content-type',
    'Access-Control-Max-Age': '3600',
  })
  response.end()
  return true
}
