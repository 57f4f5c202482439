import { reached } from './positions.js'

it('a position dated after its reception takes a tracker no further than its reception', () => {
  expect(reached({ fixTime: 1_000, serverTime: 3_000, id: 7, json: '' })).toEqual({ fixTime: 1_000, id: 7 })
  expect(reached({ fixTime: 9_000, serverTime: 3_000, id: 8, json: '' })).toEqual({ fixTime: 3_000, id: 0 })
})
