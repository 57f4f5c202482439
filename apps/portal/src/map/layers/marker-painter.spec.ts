import { createPositionsStore } from '../../live/positions-store.js'
import { onMachineIn, MACHINE_ZONES } from '../../testing/machine-zone.js'
import { sameDayOf } from '../entity-state.js'
import { mapPalette } from '../map-palette.js'
import { MarkerPainter } from './marker-painter.js'
import { Poses } from './poses.js'
import { Sprites } from './sprites.js'

const now = Date.parse('2025-10-30T08:12:00Z')
const receivedAt = Date.parse('2025-10-30T06:30:00Z')

/** Returns whether a vehicle is drawn with the moon, which marks a vehicle that is asleep. */
function isDrawnAsleep(timeZone: string): boolean {
  const positions = createPositionsStore({ now: () => now })
  positions.load([{ entityId: 42, isMoving: false, receivedAt, isLocationHidden: false }])
  const sprites = new Sprites(mapPalette('light'), 1)
  const glyph = jest.spyOn(sprites, 'glyph').mockReturnValue({ image: document.createElement('canvas'), width: 48, height: 48 })
  const poses = new Poses(
    positions,
    () => true,
    () => now,
  )
  const painter = new MarkerPainter(positions, poses, sprites, () => undefined, sameDayOf(timeZone))
  painter.glyph({ drawImage: () => undefined } as unknown as CanvasRenderingContext2D, 42, 0, 0, now)
  return glyph.mock.lastCall?.[1] ?? false
}

describe.each(MACHINE_ZONES)('a vehicle on the map of a machine in %s', (zone) => {
  it('G-41 sleeps when it was heard on an earlier day of the zone of the profile', () => {
    const asleep = ['Europe/Amsterdam', 'America/Los_Angeles'].map((timeZone) => onMachineIn(zone, () => isDrawnAsleep(timeZone)))
    expect(asleep).toEqual([false, true])
  })
})
