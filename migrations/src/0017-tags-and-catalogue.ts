import type { MigrationInterface, QueryRunner } from 'typeorm'
import { catalogue } from './0017-tags-and-catalogue/catalogue.js'
import { linkCatalogue } from './0017-tags-and-catalogue/link-catalogue.js'
import { tagLinks } from './0017-tags-and-catalogue/tag-links.js'
import { tagOwners } from './0017-tags-and-catalogue/tag-owners.js'
import { tagRowSecurity } from './0017-tags-and-catalogue/tag-row-security.js'
import { tagTables } from './0017-tags-and-catalogue/tag-tables.js'

/**
 * Tags that belong to a business or to everybody, groups of them, and the catalogue (types, brands, models, colours, engines)
 * as tags of a type; what an entity carries at most one of stays in step with the entity's own columns.
 */
export class TagsAndCatalogue1763700000017 implements MigrationInterface {
  name = 'TagsAndCatalogue1763700000017'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tagTables)
    await runner.query(tagRowSecurity)
    await runner.query(linkCatalogue)
    for (const [statement, values] of catalogue()) await runner.query(statement, values)
    await runner.query(tagLinks)
    await runner.query(tagOwners)
  }

  async down(): Promise<void> {
    throw new Error('migrations only go forward')
  }
}
