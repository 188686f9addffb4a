export {
  deleteBinaries,
  filesOfTypes,
  findBinariesByName,
  findFileNames,
  findMimeTypes,
  findSizes,
  findStoredFiles,
  measureFiles,
  type StoredFile,
} from './binary-file.repository.ts'
export { DiskRoom, isDiskFull } from './disk-room.ts'
export { binaryHandlers } from './handlers.ts'
export { imageSizes, originalSize, picturesDecoded, uploadMimeTypes } from './limits.ts'
export { findOrphans, isOriginal, orphanAgeMs, sweepOrphans, watchOrphans } from './orphans.ts'
export { PictureDecoder } from './pictures/picture-decoder.ts'
export { type BinaryParts, type BinaryService, createBinaryService } from './service.ts'
export { storedFilesOf } from './stored-files.ts'
export { cleanFileName, writeAndHash } from './upload-file.ts'
