import type { Rendition, RenditionReason } from '@pim/contract/core/rendition.ts'
import { Problem } from '../../core/problem.ts'
import type { BinaryRow, Looked } from './binary-file.repository.ts'
import { isShown } from './limits.ts'
import type { PictureRefusal, PictureResult } from './pictures/messages.ts'

/**
 * The version of the way in which pictures are made. Raise it when that changes: every rendition is made again, and
 * files of which no picture could be made are tried again.
 */
export const recipe = 2

type Stored = Omit<Looked, 'height' | 'pageCount'> & Pick<BinaryRow, 'mimeType'>

/** What is known of the picture of a file. A failure holds for the recipe that it was found with. */
export function renditionOf({ mimeType, width, renditionState, renditionReason, renditionRecipe }: Stored): Rendition {
  if (!isShown(mimeType)) return { state: 'none', reason: 'kind' }
  if (renditionState === null) return { state: width === null ? 'pending' : 'ready' }
  if (renditionState === 'none' && renditionRecipe !== recipe) return { state: 'pending' }
  return { state: renditionState, ...(renditionReason !== null && { reason: renditionReason }) }
}

export const notLooked: Looked = {
  width: null,
  height: null,
  renditionState: null,
  renditionReason: null,
  renditionRecipe: null,
  pageCount: null,
}

export const found = ({ width, height, pages, isDamaged }: PictureResult): Looked => ({
  width: width ?? null,
  height: height ?? null,
  pageCount: pages ?? null,
  renditionState: 'ready',
  renditionReason: isDamaged ? 'damaged' : null,
  renditionRecipe: recipe,
})

export const failed = ({ reason, width, height }: PictureRefusal): Looked => ({
  width: width ?? null,
  height: height ?? null,
  pageCount: null,
  renditionState: 'none',
  renditionReason: reason,
  renditionRecipe: recipe,
})

const sentences: Readonly<Record<RenditionReason, string>> = {
  kind: 'No pictures are made of files of this kind; ask for the original.',
  damaged: 'The picture cannot be decoded; ask for the original.',
  pixels: 'The picture has more pixels than are decoded; ask for the original.',
  complexity: 'The drawing has more parts or effects than are drawn; ask for the original.',
  locked: 'The document has a password; ask for the original.',
  cost: 'The picture took more time or memory than a picture may take; ask for the original.',
}

export function refuseWithoutPicture({ state, reason = 'damaged' }: Rendition): void {
  if (state !== 'none') return
  throw new Problem('IMAGE_UNREADABLE', { message: sentences[reason], renditionReason: reason })
}
