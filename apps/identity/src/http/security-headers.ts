import type { ServerResponse } from 'node:http'

/**
 * Sets the security headers of every response. Scripts, styles, images and fonts come from our own files only, none inline. Forms
 * post to us, and the response may redirect to the portal (browsers check redirects of a form, too). Pages cannot be framed,
 * except by the portal for silent renewal.
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
  // Browsers ignore it on plain http, so it can always be set.
  response.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
