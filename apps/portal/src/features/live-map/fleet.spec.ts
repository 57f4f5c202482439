import { toFleet } from './fleet.js'
import { splitAtMatch } from '../../lib/search-text.js'
import { alsoFound, searchFleet } from './search-fleet.js'
import { someMarkers } from './testing/some-markers.js'

describe('the fleet', () => {
  it('R-085 gives each marker its imei, entityId, position {lat, lng}, last_activity, label, slug and name', () => {
    const { markers } = toFleet(
      someMarkers([{ entity_id: 7, imei: '352625698104217', name: 'Cargo 042', label: 'C42', slug: 'cargo-042-104217' }]),
    )
    expect(markers.get(7)).toMatchObject({
      imei: '352625698104217',
      entityId: 7,
      position: { lat: 49.41, lng: 8.69 },
      lastActivity: Date.parse('2025-10-30T10:42:08.000Z'),
      label: 'C42',
      slug: 'cargo-042-104217',
      name: 'Cargo 042',
    })
  })

  it('R-084 lists a hidden vehicle without a position', () => {
    const { markers, positions } = toFleet(someMarkers([{ entity_id: 7, location_hidden: true }]))
    expect(markers.get(7)).toMatchObject({ isLocationHidden: true, position: undefined })
    expect(positions[0]).toMatchObject({ isLocationHidden: true, place: undefined })
  })

  it('R-092 leaves out the position of a vehicle whose coordinates are not valid', () => {
    expect(toFleet(someMarkers([{ entity_id: 7, latitude: 97.5 }])).markers.get(7)?.position).toBeUndefined()
  })
})

describe('searching the fleet', () => {
  const { markers } = toFleet(
    someMarkers([
      { entity_id: 1, name: 'Cargo 042', short_name: 'Rosa', imei: '352625698104217', sub_vendor_name: 'Domstad Mobiliteit' },
      { entity_id: 2, name: 'Cargo 017', imei: '352625698104563', sub_vendor_name: 'Domstad Mobiliteit' },
      { entity_id: 3, name: 'Van 3', imei: '352625698118902', sub_vendor_name: 'Bäckerei Neckar' },
      { entity_id: 4, name: 'Old Cargo 1', imei: null, sub_vendor_name: null },
    ]),
  )
  const idsOf = (query: string) => searchFleet(markers.values(), query).map(({ entityId }) => entityId)

  it.each([
    ['cargo', [2, 1, 4]],
    ['rosa', [1]],
    ['118902', [3]],
    ['352 625 698 104 217', [1]],
    ['backerei', [3]],
    ['domstad', [2, 1, 4, 3]],
    ['nothing like it', []],
    ['  ', []],
  ])('R-075 R-078 finds by name, imei, short_name and sub_vendor_name: %p', (query, ids) => {
    expect(idsOf(query)).toEqual(ids)
  })

  it('T-06 shows after its own what the API finds by plate or frame number, of what is on the map', () => {
    const hits = [
      { kind: 'business', id: 1 },
      { kind: 'vehicle', id: 3 },
      { kind: 'vehicle', id: 99 },
      { kind: 'vehicle', id: 1 },
    ] as const
    expect(alsoFound(searchFleet(markers.values(), 'rosa'), hits, markers).map(({ entityId }) => entityId)).toEqual([1, 3])
  })

  it('marks the place of the match', () => {
    expect(splitAtMatch('Cargo 042', 'car')).toEqual({ before: '', match: 'Car', after: 'go 042' })
    expect(splitAtMatch('Van 3', 'car')).toEqual({ before: 'Van 3', match: '', after: '' })
  })
})
