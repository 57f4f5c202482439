import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Folder of files that never change, because their names contain a hash of their content. */
const HASHED = `${path.sep}assets${path.sep}`
const A_YEAR_S = 31_536_000
const PAGE = 'index.html'
/** Paths that are never pages of the portal. */
const NOT_A_PAGE = /^\/(api|health|metrics|assets)(\/|$)|\.[a-z0-9]+$|\/\.|%2[ef]/i

/**
 * Serves the built portal: its files, and the portal's page for every other address that a browser requests as a page. The
 * page is never cached, so that browsers use a new version immediately.
 */
export async function servePortal(app: NestFastifyApplication, directory: string): Promise<void> {
  if (!existsSync(path.join(directory, PAGE))) return
  await app.register(fastifyStatic, {
    root: path.resolve(directory),
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // Source maps stay on the server, where they help to find errors. Browsers do not get them.
    globIgnore: ['**/*.map'],
    setHeaders: (reply, file) => {
      const value = file.includes(HASHED) ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache'
      void reply.header('cache-control', file.endsWith(PAGE) ? 'no-store' : value)
    },
  })
}

/** Returns whether the portal should answer an address that is otherwise unknown. */
export const isPortalPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && !NOT_A_PAGE.test(request.url.split('?', 1)[0] ?? '')

/** Sends the portal's page if there is a portal. */
export function sendPortalPage(reply: FastifyReply): boolean {
  if (!reply.server.hasReplyDecorator('sendFile')) return false
  void reply.status(200).sendFile(PAGE)
  return true
}
