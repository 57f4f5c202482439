import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods declared for a path; empty when it does not exist. */
    methodsAt(path: string): string[]
  }
}

/** Records every route added from now on, to distinguish an unknown method from an unknown path. */
export function rememberMethods(fastify: FastifyInstance): void {
  const routes: { matches: RegExp; methods: readonly string[] }[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    // Wildcards belong to preflight answers and middleware.
    if (!url.includes('*')) routes.push({ matches: patternOf(url), methods: [method].flat() })
  })
  fastify.decorate('methodsAt', (path: string) => [
    ...new Set(routes.flatMap(({ matches, methods }) => (matches.test(path) ? methods : []))),
  ])
}

/** Matches `/users/:id/links` with anything but a slash for each parameter. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}/?$`)
