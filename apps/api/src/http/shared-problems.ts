import type { OpenAPIObject } from '@nestjs/swagger'
import { PROBLEM_TYPE, problemAnswer } from './problem-answer.js'
import { sentenceCodes } from '../texts/sentence.js'

/** Names of the problems that any operation may respond with, by status. */
const NAMES: Record<string, string> = {
  400: 'Malformed',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'ChangedSince',
  413: 'TooLarge',
  415: 'UnknownMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'Unavailable',
}
/**
 * Returns the statuses of problems that the server can respond with before a handler runs. These problems concern parameters
 * in the path, and the body, which is read even if the handler takes none.
 */
const refusedIn = (route: string, method: string): number[] =>
  method === 'get' ? (route.includes('{') ? [400] : []) : [400, 413, 415]

/**
 * Describes each problem once, in the shared responses of the OpenAPI document, and lists every code that a problem may have.
 */
export function shareProblems(document: OpenAPIObject): OpenAPIObject {
  const components = (document.components ??= {})
  const shared = (components.responses ??= {})
  for (const [route, method, { responses = {} }] of operationsOf(document)) {
    for (const status of refusedIn(route, method)) responses[status] ??= problemAnswer(status)
    for (const [status, response] of Object.entries(responses)) {
      const name = NAMES[status]
      if (!name || '$ref' in response || !response.content?.[PROBLEM_TYPE]) continue
      shared[name] ??= response
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  const schemas = (components.schemas ??= {})
  schemas.ProblemCode = { type: 'string', enum: sentenceCodes(), description: 'Code of the problem, the same in every language.' }
  return document
}

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>

const operationsOf = ({ paths }: OpenAPIObject) =>
  Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods as Record<string, { responses?: Responses }>).map(
      ([method, operation]) => [route, method, operation] as const,
    ),
  )
