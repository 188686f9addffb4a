import { richTextFromHtml, slugFrom } from '@pim/field-types'
import type { ArticleWords, DemoArticle } from './catalogue/articles.ts'
import type { Deed, FieldValues, Plan } from './make-item.ts'
import { people } from './people.ts'

export interface KnownToArticles {
  readonly concept: (name: string) => string | undefined
  readonly product: (sku: string) => string | undefined
  readonly image: string | undefined
}

export function articlePlan(article: DemoArticle, known: KnownToArticles): Plan {
  const written = [
    { language: 'en-US', words: article.en },
    { language: 'sv-SE', words: article.sv },
    { language: 'de-DE', words: article.de },
  ].flatMap(({ language, words }) => (words === undefined ? [] : [{ language, words }]))
  const shared: FieldValues = {
    author: article.author,
    date: article.date,
    isFeatured: article.isFeatured ?? false,
    topics: article.topics.flatMap((name) => known.concept(name) ?? []),
    products: article.products.flatMap((sku) => known.product(sku) ?? []),
    ...(known.image !== undefined && { heroImage: known.image }),
  }
  const deeds = written.map(
    ({ language, words }): Deed => ({
      language,
      by: people.editor,
      save: { ...(language === 'en-US' && shared), ...wordsOf(words) },
    }),
  )
  const languages = [...written.map(({ language }) => language), ...(article.de === undefined ? [] : ['de-AT'])]
  const steps = languages.map((language): Deed => ({ language, by: people.publisher, step: 'publish' }))
  return {
    technicalContentTypeName: 'article',
    name: article.en.title,
    by: people.editor,
    deeds: article.isDraft === true ? deeds : [...deeds, ...steps],
  }
}

const wordsOf = ({ title, teaser, text }: ArticleWords): FieldValues => ({
  title,
  slug: slugFrom(title),
  teaser,
  body: richTextFromHtml(text),
})
