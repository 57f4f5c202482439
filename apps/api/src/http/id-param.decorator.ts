import { Param, type PipeTransform } from '@nestjs/common'
import { ApiParam } from '@nestjs/swagger'
import { AnswersProblems } from './answers.decorator.js'
import type { Thing } from '../texts/platform.js'
import { notFound } from './problems.js'

/** Converts an id. Throws 404 for a value that no row can have as its id. */
class IdPipe implements PipeTransform<string, number> {
  constructor(
    private readonly what: Thing,
    private readonly max: number,
  ) {}

  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
    if (id < 1 || id > this.max) throw notFound(this.what)
    return id
  }
}

const INT4_MAX = 2_147_483_647

/**
 * Injects a path parameter as a number. The parameter is `{id}` unless `name` is given. Throws 404 when it cannot be an id.
 */
export const IdParam = (what: Thing, type: 'int4' | 'int8' = 'int4', name = 'id') =>
  Param(name, new IdPipe(what, type === 'int4' ? INT4_MAX : Number.MAX_SAFE_INTEGER))

interface PathIdOptions {
  type?: 'int4' | 'int8'
  name?: string
  description?: string
}

/** Injects an id like {@link IdParam}, and describes the parameter for OpenAPI. */
export const PathId =
  (what: Thing, { type = 'int4', name = 'id', description }: PathIdOptions = {}): ParameterDecorator =>
  (controller, handler, index) => {
    IdParam(what, type, name)(controller, handler, index)
    const method = Object.getOwnPropertyDescriptor(controller, handler ?? '')
    if (!handler || !method) throw new Error('only handlers take ids')
    for (const describe of [ApiParam({ name, schema: { type: 'integer' }, description }), AnswersProblems(404)]) {
      describe(controller, handler, method)
    }
  }
