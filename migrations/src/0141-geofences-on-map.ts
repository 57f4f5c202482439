import { Migration } from './migration.js'

/** Adds an index that finds the geofences in a section of the map among a hundred thousand. */
export class GeofencesOnMap1763700000141 extends Migration {
  readonly steps = [boxes]
}

const boxes = `
CREATE INDEX geofences_box ON geofences USING gist (box(point(west, south), point(east, north))) WHERE deleted_at IS NULL;
`
