import { Migration } from './migration.js'

/** A map asks which geofences reach into what it shows: of a hundred thousand it finds those without looking at the others. */
export class GeofencesOnMap1763700000141 extends Migration {
  readonly steps = [boxes]
}

const boxes = `
CREATE INDEX geofences_box ON geofences USING gist (box(point(west, south), point(east, north))) WHERE deleted_at IS NULL;
`
