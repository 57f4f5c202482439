import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { ApiConfiguration } from '../configuration.js'
import { basemapAddress } from '../http/basemap-address.js'

const originOf = (address: string | undefined) => (address ? [new URL(address.replace(/[{}]/g, '')).origin] : [])

/**
 * Device features that our pages may use. They are the camera for scanning, and the location of a user who shows that a
 * tracker moved. Frames of other sites may use none of these features.
 */
export const PERMISSIONS_POLICY = 'camera=(self), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()'

/**
 * Returns the security headers with the portal's content policy.
 * - Styles are inline, because the component library writes them at run time.
 * - Scripts are never inline, and text never becomes code. Only WebAssembly may be compiled, because it reads codes from the
 *   camera.
 * - The identity provider is framed for silent renewal. The frame then returns to a page of our own.
 */
export function securityHeaders(configuration: ApiConfiguration): FastifyHelmetOptions {
  const issuer = originOf(configuration.OIDC_ISSUER)
  const basemap = originOf(/^https?:.*/.exec(basemapAddress(configuration) ?? '')?.[0])
  const tiles = configuration.TILE_URL === 'none' ? [] : tileOrigins(configuration.TILE_URL)
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...issuer, ...originOf(configuration.LIVE_URL), ...basemap],
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'", ...issuer],
        frameAncestors: ["'self'"],
        frameSrc: ["'self'", ...issuer],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    // Tiles of other hosts are images without CORS headers.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'sameorigin' },
  }
}

/** Returns the origins of a template. For example, `https://{s}.tiles.example/…` allows every host below `tiles.example`. */
function tileOrigins(template: string): string[] {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/]+)/.exec(template) ?? []
  return [`${scheme}://${host.replace(/^\{[a-z]\}/, '*')}`]
}
