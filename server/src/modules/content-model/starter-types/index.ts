import type { ContentType } from '@pim/contract'
import { article } from './article.ts'
import { document, image, video } from './media-types.ts'
import { product } from './product.ts'

/** What a tenant starts from when it does not bring types of its own. */
export const starterTypes: readonly ContentType[] = [product, article, image, document, video]
