import { z } from 'zod'

/**
 * Why there is no picture of a file: no picture is made of files of this kind; it cannot be decoded; it has too many
 * pixels; it is a drawing with too many parts or effects; it took more time or memory than a picture may take; it has a
 * password.
 */
export const renditionReasons = ['kind', 'damaged', 'pixels', 'complexity', 'cost', 'locked'] as const
export const renditionReasonSchema = z.enum(renditionReasons)
export type RenditionReason = z.infer<typeof renditionReasonSchema>

/**
 * The picture of a file, which is apart from the file itself: `pending`, not looked at yet; `ready`, made at the first
 * request for a size (with the reason `damaged`, where only a part of it can be shown); `none`, with the reason.
 */
export const renditionSchema = z.object({
  state: z.enum(['pending', 'ready', 'none']),
  reason: renditionReasonSchema.optional(),
})
export type Rendition = z.infer<typeof renditionSchema>
