import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { type Address, GEOCODER, type Geocoder } from '../../geocoder/geocoder.js'
import type { Locale } from '../../texts/locale.js'
import type { AddressDto, GeocodePointDto } from './dto/geocode.dto.js'
import type { GeocodeQuestion } from './geocode-points.pipe.js'

const NOWHERE: Address = { address: null, city: null, country: null }

@Injectable()
export class GeocodingService {
  constructor(@Inject(GEOCODER) private readonly geocoder: Geocoder) {}

  /**
   * Returns one address for one point, or a list of addresses in the order of the points. If a point has no language, the
   * caller's is used.
   */
  async answer(caller: Caller, { points, isSingle }: GeocodeQuestion): Promise<AddressDto | AddressDto[]> {
    const localeOf = (point: GeocodePointDto): Locale => point.locale ?? caller.locale
    const addresses = new Map<GeocodePointDto, Address>()
    for (const locale of new Set(points.map(localeOf))) {
      const asked = points.filter((point) => localeOf(point) === locale)
      const found = await this.geocoder.lookUp(asked, { ...caller, locale })
      asked.forEach((point, at) => addresses.set(point, found[at] ?? NOWHERE))
    }
    const list = points.map((point) => addresses.get(point) ?? NOWHERE)
    return isSingle ? (list[0] ?? NOWHERE) : list
  }
}
