export { appliesHere } from './tag-scope-sql.js'
export { EntityTagsRepository } from './tagging/entity-tags.repository.js'
export { TagsModule } from './tags.module.js'
