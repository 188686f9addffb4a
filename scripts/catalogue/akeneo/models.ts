import type { Note } from '../bundle.ts'
import type { Source, SourceModel, SourceProduct } from './source.ts'

/**
 * A product inherits from its model, and that one from its own. There are no models here yet: each variant gets the
 * values that it lacks, and every model is said to be no item of its own.
 */
export function withModelValues(source: Source, notes: Note[]): Source {
  // Some sources write the code of a model in other letters than the model does.
  const models = new Map(source.models.map((model) => [model.code.toLowerCase(), model]))
  const variants = new Map<SourceModel, number>()
  const products = source.products.map((product): SourceProduct => {
    let { values } = product
    const seen = new Set<string>()
    for (let code = product.parent; code; ) {
      const model = models.get(code.toLowerCase())
      if (model === undefined || seen.has(model.code)) {
        const message = `${code} is no product model of the catalogue, or leads back to itself; nothing is inherited from it`
        notes.push({ code: 'MODEL_UNKNOWN', subject: product.identifier, message })
        break
      }
      seen.add(model.code)
      variants.set(model, (variants.get(model) ?? 0) + 1)
      values = { ...model.values, ...values }
      code = model.parent
    }
    return { ...product, values }
  })
  for (const model of source.models) {
    const message = `is no item of its own; ${variants.get(model) ?? 0} variants have its values (${model.place})`
    notes.push({ code: 'MODEL_WITHOUT_ITEM', subject: model.code, message })
  }
  return { ...source, products }
}
