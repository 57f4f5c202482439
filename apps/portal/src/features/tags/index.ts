export { TagsScreen } from './components/tags-screen.js'
export { useTagCounts } from './use-tag-counts.js'
export { useTagFilter } from './tagging/use-tag-filter.js'
export { useTagging } from './tagging/use-tagging.js'
