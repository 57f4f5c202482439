export { appliesHere } from './tag-scope.js'
export { TagsModule } from './tags.module.js'
