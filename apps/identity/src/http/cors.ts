import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Allows cross-origin reads for the portal only. The header always contains the portal's origin, so browsers refuse any other
 * site. The provider would allow any origin that a request names, but it keeps a header that is already set.
 * @returns true when the request was a preflight and has been answered
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
