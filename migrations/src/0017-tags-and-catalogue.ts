import { catalogue } from './0017-tags-and-catalogue/catalogue.js'
import { linkCatalogue } from './0017-tags-and-catalogue/link-catalogue.js'
import { tagLinks } from './0017-tags-and-catalogue/tag-links.js'
import { tagOwners } from './0017-tags-and-catalogue/tag-owners.js'
import { tagRowSecurity } from './0017-tags-and-catalogue/tag-row-security.js'
import { tagTables } from './0017-tags-and-catalogue/tag-tables.js'
import { Migration } from './migration.js'

/**
 * Adds tags that belong to a business or to everybody, groups of tags, and the catalogue (types, brands, models, colours,
 * engines) as tags of a type. For types of which an entity has at most one tag, the entity also has a column. The tag and
 * this column are always changed together.
 */
export class TagsAndCatalogue1763700000017 extends Migration {
  readonly steps = [tagTables, tagRowSecurity, linkCatalogue, ...catalogue(), tagLinks, tagOwners]
}
