import type { ServerResponse } from 'node:http'

/**
 * Headers of every answer. Scripts, styles, images and fonts come from our own files only, nothing inline; forms post to us,
 * and the answer may lead on to the portal (browsers check redirects of a form too). Nobody may frame a page, except that
 * the portal renews silently in a frame.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  { portalUrl, isSilent }: { portalUrl: string; isSilent: boolean },
): void {
  const portal = new URL(portalUrl).origin
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${portal}`,
    "base-uri 'none'",
    `frame-ancestors ${isSilent ? portal : "'none'"}`,
  ]
  response.setHeader('Content-Security-Policy', policy.join('; '))
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
  if (!isSilent) response.setHeader('X-Frame-Options', 'DENY')
  // Browsers pass it over on plain http, so that it can be said always.
  response.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
