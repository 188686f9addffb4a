import type { DemoProduct } from './demo-product.ts'
import { outdoorProducts } from './outdoor.ts'

/** In the order in which they come about: what points to another comes after it. */
export const products: readonly DemoProduct[] = [...outdoorProducts]
