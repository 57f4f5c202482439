import type { OpenAPIObject } from '@nestjs/swagger'
import { sentenceCodes } from '../texts/sentence.js'

/** Names of the answers that any operation may give, by status. */
const NAMES: Record<string, string> = {
  400: 'Malformed',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'ChangedSince',
  413: 'TooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'Unavailable',
}
const PROBLEM = 'application/problem+json'

/** Describes each problem once, among the document's shared responses, and names every code that one may carry. */
export function shareProblems(document: OpenAPIObject): OpenAPIObject {
  const components = (document.components ??= {})
  const shared = (components.responses ??= {})
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as { responses?: typeof shared }[])
  for (const { responses = {} } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const name = NAMES[status]
      if (!name || '$ref' in response || !response.content?.[PROBLEM]) continue
      shared[name] ??= response
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  const schemas = (components.schemas ??= {})
  schemas.ProblemCode = { type: 'string', enum: sentenceCodes(), description: 'What is wrong, whatever the language' }
  return document
}
