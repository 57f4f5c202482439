import { getSchemaPath } from '@nestjs/swagger'
import { ProblemDto } from './problem.dto.js'

export const PROBLEM_TYPE = 'application/problem+json'

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is malformed.',
  401: 'The token is missing, expired or revoked.',
  403: 'The caller lacks a permission, which the problem names.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'It conflicts with the present state.',
  412: 'It has changed since the state in If-Match.',
  413: 'The body is too large.',
  415: 'The content type of the body is not accepted.',
  422: 'A value is invalid. The problem lists messages by field.',
  429: 'Too many requests. Retry-After says when to try again.',
  503: 'Temporarily unavailable. Retry-After says when to try again.',
}

/** Describes for OpenAPI the problem that an operation responds with for this status. */
export const problemAnswer = (status: number) => ({
  description: DESCRIPTIONS[status] ?? 'Problem',
  content: { [PROBLEM_TYPE]: { schema: { $ref: getSchemaPath(ProblemDto) } } },
})
