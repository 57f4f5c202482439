import { Migration } from './migration.js'
import { linkCatalogue } from './0017-tags-and-catalogue/link-catalogue.js'

/**
 * Changes the function of step 17, so that its DELETE also names the vehicles. After the rollback of a trial import, the
 * database's statistics contain no vehicles. To the planner, a scan of all vehicles then looked as cheap as one look-up,
 * and the import of a sheet of a thousand rows took minutes.
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
