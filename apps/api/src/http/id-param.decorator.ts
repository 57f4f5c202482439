import { Param, type PipeTransform } from '@nestjs/common'
import { notFound } from './problems.js'

/** An id that no row can have is as absent as one that no row has. */
class IdPipe implements PipeTransform<string, number> {
  constructor(
    private readonly what: string,
    private readonly max: number,
  ) {}

  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
    if (id < 1 || id > this.max) throw notFound(this.what)
    return id
  }
}

const INT4_MAX = 2_147_483_647

/** The `{id}` of a path, or another `name`, as a number; 404 when it cannot be one. */
export const IdParam = (what: string, type: 'int4' | 'int8' = 'int4', name = 'id') =>
  Param(name, new IdPipe(what, type === 'int4' ? INT4_MAX : Number.MAX_SAFE_INTEGER))
