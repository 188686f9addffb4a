import type { ContentType } from '@pim/contract'
import { article } from './article.ts'
import { document, image, video } from './media-types.ts'
import { product } from './product.ts'

/** The types that seeding creates where the request names none. */
export const starterTypes: readonly ContentType[] = [product, article, image, document, video]
