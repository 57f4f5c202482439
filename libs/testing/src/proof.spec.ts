import { rotated } from './proof.js'

// A variable. With a literal name in the call, this file would count as a part of that proof.
const PROOF = 'walks'

describe('rotated', () => {
  it('uses so many at each place, and each of them somewhere', () => {
    const all = ['a', 'b', 'c', 'd', 'e']
    const places = Array.from({ length: 5 }, (_, place) => rotated(PROOF, all, 2, place))
    expect(places[0]).toEqual(['a', 'b'])
    expect(places.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2])
    expect([...new Set(places.flat())].sort()).toEqual(all)
  })
})
