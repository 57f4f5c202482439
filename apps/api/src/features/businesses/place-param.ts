import { Param, type PipeTransform } from '@nestjs/common'
import { notFound } from '../../http/problems.js'

const INT4_MAX = 2_147_483_647

/** Reads the parent of a new business: an id, or `root` (G-19). */
class PlacePipe implements PipeTransform<string, number | 'root'> {
  transform(text: string): number | 'root' {
    if (text === 'root') return text
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
    if (id < 1 || id > INT4_MAX) throw notFound('business')
    return id
  }
}

export const PlaceParam = () => Param('id', new PlacePipe())
