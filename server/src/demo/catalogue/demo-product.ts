import type { Picture } from '../pictures/compose.ts'

export interface Words {
  readonly title: string
  /** Two sentences at most; lists and cards show it. */
  readonly summary: string
  /** HTML; paragraphs, lists, emphasis. */
  readonly text: string
  readonly points?: readonly string[]
  readonly material?: string
  readonly care?: string
}

/**
 * `live`: published wherever there are words. `new`: never published. `revised`: live, with later edits that wait.
 * `withdrawn`: was live. `archived`: put away.
 */
export type Standing = 'live' | 'new' | 'revised' | 'withdrawn' | 'archived'

export interface DemoProduct {
  /** Unique; becomes the article number. */
  readonly sku: string
  readonly brand: 'Halvarn' | 'Kornelund' | 'Stillö'
  readonly picture: Picture
  readonly category: string
  readonly materials?: readonly string[]
  /** Left out: nobody has said yet. */
  readonly price?: { readonly EUR: string; readonly SEK: string; readonly USD: string }
  readonly grams?: number
  /** Width, height and depth in centimetres. */
  readonly size?: readonly [string, string, string]
  readonly litres?: string
  readonly years?: number
  readonly availability?: 'announced' | 'inStock' | 'onOrder' | 'soldOut' | 'discontinued'
  readonly specifications?: Readonly<Record<string, string>>
  readonly accessories?: readonly string[]
  readonly alternatives?: readonly string[]
  readonly standing: Standing
  /** Languages left out inherit, and wait for their translation. */
  readonly en: Words
  readonly sv?: Words
  readonly de?: Words
  readonly nb?: Words
  /** What Austria calls differently. */
  readonly at?: Partial<Words>
}
