import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that are declared for a path; none where nothing is there. */
    methodsAt(path: string): string[]
  }
}

/** Notes every route that comes from now on, so that a method that no route has can be told from a path that no route has. */
export function rememberMethods(fastify: FastifyInstance): void {
  const routes: { matches: RegExp; methods: readonly string[] }[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    // The wildcards are those of the answers to preflights, and of middleware.
    if (!url.includes('*')) routes.push({ matches: patternOf(url), methods: [method].flat() })
  })
  fastify.decorate('methodsAt', (path: string) => [
    ...new Set(routes.flatMap(({ matches, methods }) => (matches.test(path) ? methods : []))),
  ])
}

/** `/users/:id/links` with anything but a slash for each parameter. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}/?$`)
