import { Injectable, type PipeTransform } from '@nestjs/common'
import { validateBody } from '../../http/validation.js'
import { invalid } from '../../http/problems.js'
import { type GeocodePointDto, GeocodePointsDto } from './dto/geocode.dto.js'
import { say } from './texts.js'

export interface GeocodeQuestion {
  points: GeocodePointDto[]
  /** True if the body was one point and not a list. */
  isSingle: boolean
}

/** Reads a body that is one point or a list of points. */
@Injectable()
export class GeocodePointsPipe implements PipeTransform<unknown, GeocodeQuestion> {
  transform(body: unknown): GeocodeQuestion {
    if (typeof body !== 'object' || body === null) throw invalid({ body: [say('not-points')] })
    const isSingle = !Array.isArray(body)
    const { points } = validateBody(GeocodePointsDto, { points: isSingle ? [body] : body })
    return { points, isSingle }
  }
}
