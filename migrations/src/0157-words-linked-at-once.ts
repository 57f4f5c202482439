import { Migration } from './migration.js'
import { linkCatalogue } from './0017-tags-and-catalogue/link-catalogue.js'

/**
 * Replaces the function of step 17 by one whose DELETE also names the vehicles. After a trial import is rolled back, the
 * statistics contain no vehicles. A scan of all vehicles then looked as cheap as one look-up, and a sheet of a thousand rows
 * took minutes.
 */
export class WordsLinkedAtOnce1763700000157 extends Migration {
  readonly steps = [
    linkCatalogue
      .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
      .replace(
        'WHERE et.entity_id = ANY (own) AND e.id = et.entity_id',
        'WHERE et.entity_id = ANY (own) AND e.id = ANY (own) AND e.id = et.entity_id',
      ),
  ]
}
