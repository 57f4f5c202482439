export { AddPhotoDto, MAX_PHOTOS, PhotoDto } from './photo.dto.js'
export { type PhotoFile, photoFile, photoIn } from './photo.js'
export { PHOTO_TYPES, type PhotoType } from './picture.js'
