import { Photos } from '../../../components/photos.js'
import type { Return } from '../queries/return-changes.js'
import { loadPhoto } from '../queries/return-queries.js'

/** Photos of a return. */
export const ReturnPhotos = ({ deviceReturn }: { deviceReturn: Return }) => (
  <Photos
    subject={`return-${deviceReturn.id}`}
    photos={deviceReturn.photos}
    load={(id, signal) => loadPhoto(deviceReturn.id, id, signal)}
  />
)
