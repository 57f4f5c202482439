import type { ServerResponse } from 'node:http'

/**
 * Sets the security headers of every response. Scripts, styles, images and fonts come only from our own files, and none is
 * inline. Forms post to us. The response to a form may redirect to the portal. The policy must allow this, because browsers
 * check redirects of a form too. Only the portal may frame pages, for silent renewal.
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
  // Browsers ignore this header on plain http, so it is always set.
  response.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
