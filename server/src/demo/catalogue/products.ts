import type { DemoProduct } from './demo-product.ts'
import { homeProducts } from './home.ts'
import { kitchenProducts } from './kitchen.ts'
import { outdoorProducts } from './outdoor.ts'
import { moreOutdoorProducts } from './outdoor-more.ts'

/** In the order in which they come about: what points to another comes after it. */
export const products: readonly DemoProduct[] = [
  ...outdoorProducts,
  ...moreOutdoorProducts,
  ...kitchenProducts,
  ...homeProducts,
]
