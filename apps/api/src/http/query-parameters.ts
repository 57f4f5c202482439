import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { invalid } from './problems.js'
import { query } from '../texts/platform.js'

/**
 * Reads the query parameters of a route that is not a list. Each parameter may be given once.
 * @param longest maximum characters of a value; 200 by default
 * @throws Problem 422 that names the allowed parameters
 */
export function readQuery<Name extends string>(
  given: Record<string, unknown>,
  allowed: readonly Name[],
  longest: Partial<Record<Name, number>> = {},
): Partial<Record<Name, string>> {
  for (const [name, value] of Object.entries(given)) {
    if (!(allowed as readonly string[]).includes(name)) {
      throw invalid({ query: [allowed.length > 0 ? query('unknown-parameter', { allowed }) : query('none')] })
    }
    if (typeof value !== 'string') throw invalid({ [name]: [query('not-once')] })
    const max = longest[name as Name] ?? 200
    if (value.length > max) throw invalid({ [name]: [query('too-long', { max })] })
  }
  return given as Partial<Record<Name, string>>
}

/** Injects the result of the function `read`, which receives the query. */
export const Asked = createParamDecorator((read: (query: Record<string, unknown>) => unknown, context: ExecutionContext) =>
  read(context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>),
)
