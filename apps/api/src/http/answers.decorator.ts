import { applyDecorators, type Type } from '@nestjs/common'
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger'
import { PageMetaDto } from './page.dto.js'
import { ProblemDto } from './problem.dto.js'

/** OpenAPI: `{ data: … }`. */
export const AnswersOne = (model: Type, description = '') => {
  const data = { $ref: getSchemaPath(model) }
  return applyDecorators(
    ApiExtraModels(model),
    ApiOkResponse({ description, schema: { type: 'object', required: ['data'], properties: { data } } }),
  )
}

/** OpenAPI: `{ data: […] }`. */
export const AnswersAll = (model: Type, description = '') => {
  const data = { type: 'array', items: { $ref: getSchemaPath(model) } }
  return applyDecorators(
    ApiExtraModels(model),
    ApiOkResponse({ description, schema: { type: 'object', required: ['data'], properties: { data } } }),
  )
}

/** OpenAPI: `{ data: […], meta: … }`. */
export const AnswersPage = (model: Type, meta: Type = PageMetaDto, description = '') => {
  const data = { type: 'array', items: { $ref: getSchemaPath(model) } }
  const properties = { data, meta: { $ref: getSchemaPath(meta) } }
  return applyDecorators(
    ApiExtraModels(model, meta),
    ApiOkResponse({ description, schema: { type: 'object', required: ['data', 'meta'], properties } }),
  )
}

/** OpenAPI: the problems that a handler can answer with, by status. */
export const AnswersProblems = (...statuses: number[]) =>
  applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: PROBLEM_DESCRIPTIONS[status] ?? 'Problem',
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      }),
    ),
  )

const PROBLEM_DESCRIPTIONS: Record<number, string> = {
  400: 'Malformed',
  401: 'Not signed in',
  403: 'A permission is missing; it is named',
  404: 'Absent, or outside the businesses that the caller may see',
  409: 'Conflict',
  412: 'It has changed since the state that If-Match names',
  422: 'Not valid; messages by field, or what is allowed',
  429: 'Too many requests; see Retry-After',
  503: 'Unavailable for now; see Retry-After',
}
