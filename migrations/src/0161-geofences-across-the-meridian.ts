import { Migration } from './migration.js'

/**
 * Adds an index for the few geofences across the 180th meridian. In the index for the map, the box of such a geofence would
 * cover the rest of the globe.
 */
export class GeofencesAcrossTheMeridian1763700000161 extends Migration {
  readonly steps = [across]
}

const across = `
CREATE INDEX geofences_across ON geofences (west) WHERE west > east AND deleted_at IS NULL;
`
