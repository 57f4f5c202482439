import { Photos } from '../../../components/photos.js'
import type { Return } from '../queries/return-changes.js'
import { loadPhoto } from '../queries/return-queries.js'

/** Photos of a return. */
export const ReturnPhotos = ({ one }: { one: Return }) => (
  <Photos of={`return-${one.id}`} photos={one.photos} load={(id, signal) => loadPhoto(one.id, id, signal)} />
)
