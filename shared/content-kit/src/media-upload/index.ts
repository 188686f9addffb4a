export { MediaItemRefused, makeMediaItem } from './make-media-item.ts'
export { mediaTypeFor, mimeTypesOf } from './media-type-for.ts'
