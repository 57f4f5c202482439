export { DOCUMENT_TYPES, documentIn, type DocumentType } from './document.js'
export { AddPhotoDto, MAX_PHOTOS, PhotoDto } from './photo.dto.js'
export { MAX_PHOTO_BYTES, type PhotoFile, photoFile, photoIn } from './photo.js'
export { PHOTO_TYPES, type PhotoType } from './picture.js'
