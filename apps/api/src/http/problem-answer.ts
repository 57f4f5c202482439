import { getSchemaPath } from '@nestjs/swagger'
import { ProblemDto } from './problem.dto.js'

export const PROBLEM_TYPE = 'application/problem+json'

const DESCRIPTIONS: Record<number, string> = {
  400: 'Malformed',
  401: 'Not signed in',
  403: 'A permission is missing; it is named',
  404: 'Absent, or outside the businesses that the caller may see',
  409: 'Conflict',
  412: 'It has changed since the state that If-Match names',
  413: 'The body is too large',
  415: 'The body is of a type that is not read here',
  422: 'Not valid; messages by field, or what is allowed',
  429: 'Too many requests; see Retry-After',
  503: 'Unavailable for now; see Retry-After',
}

/** OpenAPI: the problem that an operation answers with this status. */
export const problemAnswer = (status: number) => ({
  description: DESCRIPTIONS[status] ?? 'Problem',
  content: { [PROBLEM_TYPE]: { schema: { $ref: getSchemaPath(ProblemDto) } } },
})
