import { applyDecorators, HttpCode, type Type } from '@nestjs/common'
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger'
import { type One, PageMetaDto } from './page.dto.js'
import { problemAnswer } from './problem-answer.js'
import { ProblemDto } from './problem.dto.js'

/**
 * Type of a decorator for handlers that return `T`. The compiler checks the handler against `T`, so handlers need not declare
 * their return type.
 */
export type Answers<T> = <Handler extends (...args: never[]) => T | Promise<T>>(
  controller: object,
  name: string | symbol,
  handler: TypedPropertyDescriptor<Handler>,
) => void

/** Combines the decorator of a response with others. */
export const together = <T>(answer: Answers<T>, ...more: MethodDecorator[]): Answers<T> =>
  applyDecorators(answer as MethodDecorator, ...more)

/**
 * Declares status 200 with `{ data: … }`.
 * @param said numbers are statuses of problems; a text is the description
 */
export const AnswersOne = <T>(model: Type<T>, ...said: readonly (number | string)[]): Answers<One<T>> =>
  answers({ $ref: getSchemaPath(model) }, model, said)

/**
 * Declares status 200 with `{ data: […] }`.
 * @param said numbers are statuses of problems; a text is the description
 */
export const AnswersAll = <T>(model: Type<T>, ...said: readonly (number | string)[]): Answers<One<T[]>> =>
  answers({ type: 'array', items: { $ref: getSchemaPath(model) } }, model, said)

const answers = (data: object, model: Type, said: readonly (number | string)[]) => {
  const problems = said.filter((one) => typeof one === 'number')
  const description = said.find((one) => typeof one === 'string') ?? ''
  return applyDecorators(
    HttpCode(200),
    ApiExtraModels(model),
    ApiOkResponse({ description, schema: { type: 'object', required: ['data'], properties: { data } } }),
    ...(problems.length > 0 ? [AnswersProblems(...problems)] : []),
  )
}

/** Declares for OpenAPI a response `{ data: […], meta: … }`. */
export const AnswersPage = (model: Type, meta: Type = PageMetaDto, description = '') => {
  const data = { type: 'array', items: { $ref: getSchemaPath(model) } }
  const properties = { data, meta: { $ref: getSchemaPath(meta) } }
  return applyDecorators(
    ApiExtraModels(model, meta),
    ApiOkResponse({ description, schema: { type: 'object', required: ['data', 'meta'], properties } }),
  )
}

/** Declares for OpenAPI the problems that a handler can respond with, by status. */
export const AnswersProblems = (...statuses: number[]) =>
  applyDecorators(ApiExtraModels(ProblemDto), ...statuses.map((status) => ApiResponse({ status, ...problemAnswer(status) })))
