import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods declared for a path. The list is empty when the path does not exist. */
    methodsAt(path: string): string[]
  }
}

/**
 * Records every route that is added from now on. With this record, an unknown method on a known path gets another answer than
 * an unknown path.
 */
export function rememberMethods(fastify: FastifyInstance): void {
  const routes: { matches: RegExp; methods: readonly string[] }[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    // Routes with wildcards belong to preflight answers and middleware.
    if (!url.includes('*')) routes.push({ matches: patternOf(url), methods: [method].flat() })
  })
  fastify.decorate('methodsAt', (path: string) => [
    ...new Set(routes.flatMap(({ matches, methods }) => (matches.test(path) ? methods : []))),
  ])
}

/** Returns a pattern for a route such as `/users/:id/links`. Each parameter matches any text without a slash. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}/?$`)
