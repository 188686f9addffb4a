export { MediaItemRefused, makeMediaItem } from './make-media-item.ts'
export { mediaTypeFor } from './media-type-for.ts'
