import { Migration } from './migration.js'

/** The few geofences across the 180th meridian are found by themselves: their box in the index of the map is that of the rest of the globe. */
export class GeofencesAcrossTheMeridian1763700000161 extends Migration {
  readonly steps = [across]
}

const across = `
CREATE INDEX geofences_across ON geofences (west) WHERE west > east AND deleted_at IS NULL;
`
