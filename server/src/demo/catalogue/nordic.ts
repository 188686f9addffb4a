import type { DemoProduct } from './demo-product.ts'

export const nordicProducts: readonly DemoProduct[] = []
