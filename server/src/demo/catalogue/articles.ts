export interface ArticleWords {
  readonly title: string
  readonly teaser: string
  /** HTML. */
  readonly text: string
}

export interface DemoArticle {
  readonly author: string
  readonly date: string
  readonly topics: readonly string[]
  /** Article numbers. */
  readonly products: readonly string[]
  /** The product whose picture stands at the top. */
  readonly pictureOf: string
  readonly isFeatured?: boolean
  readonly isDraft?: boolean
  readonly en: ArticleWords
  readonly sv?: ArticleWords
  readonly de?: ArticleWords
}

export const articles: readonly DemoArticle[] = []
