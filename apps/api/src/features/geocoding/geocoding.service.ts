import { Inject, Injectable } from '@nestjs/common'
import { GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import type { AddressDto } from './dto/geocode.dto.js'
import type { GeocodeQuestion } from './geocode-points.pipe.js'

@Injectable()
export class GeocodingService {
  constructor(@Inject(GEOCODER) private readonly geocoder: Geocoder) {}

  /** One address for one point, a list in its order for a list; each in the language that its point asks for. */
  async answer({ points, isSingle }: GeocodeQuestion): Promise<AddressDto | AddressDto[]> {
    const addresses = await Promise.all(points.map(async (point) => this.geocoder.lookUp([point], point.locale ?? 'en')))
    const list = addresses.flat()
    return isSingle ? (list[0] ?? { address: null, city: null, country: null }) : list
  }
}
