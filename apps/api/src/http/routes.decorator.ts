import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common'
import { ApiHeader, ApiNoContentResponse } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { map, type Observable } from 'rxjs'
import { type Answers, AnswersOne, AnswersProblems, together } from './answers.decorator.js'
import { IF_MATCH, sendTag } from './if-match.js'
import { TakesIdempotencyKey } from './once.js'
import type { One } from './page.dto.js'

/**
 * Declares a route that creates an object from a body and returns the object. Requests with the same Idempotency-Key create
 * one object.
 * @param problems statuses besides 400 and 422
 */
export const Creates = <T>(model: Type<T>, ...problems: number[]): Answers<One<T>> =>
  applyDecorators(TakesIdempotencyKey(), AnswersOne(model, 400, 422, ...problems) as MethodDecorator)

/**
 * Declares a route that changes an object and returns the new state. If-Match names the state that the caller wants to change.
 * @param problems statuses besides 400, 412 and 422
 */
export const Changes = <T>(model: Type<T>, ...problems: number[]): Answers<One<T>> =>
  together(
    Shows(model),
    ApiHeader({
      name: IF_MATCH,
      required: false,
      description: 'ETag of the state that you read. If the object has changed since, the answer is 412.',
    }),
    AnswersProblems(400, 412, 422, ...problems),
  )

/** Declares a route that removes an object and returns nothing. */
export const Deletes = (...problems: number[]) =>
  applyDecorators(HttpCode(204), ApiNoContentResponse(), AnswersProblems(...problems))

/** Declares a route that returns one object. The ETag of the response is the object's state. */
export const Shows = <T>(model: Type<T>): Answers<One<T>> => together(AnswersOne(model), UseInterceptors(SendsTag))

/** Sends the ETag of the returned state, for a later If-Match. */
class SendsTag implements NestInterceptor<One<{ updated_at: string }>> {
  intercept(context: ExecutionContext, next: CallHandler<One<{ updated_at: string }>>): Observable<One<{ updated_at: string }>> {
    return next.handle().pipe(
      map((answer) => {
        sendTag(context.switchToHttp().getResponse<FastifyReply>(), answer.data.updated_at)
        return answer
      }),
    )
  }
}
