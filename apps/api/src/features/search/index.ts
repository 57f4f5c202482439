export { searchKey } from './search-key.js'
export { SearchModule } from './search.module.js'
