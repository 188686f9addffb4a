import type { BundleTaxonomy, Note } from '../bundle.ts'
import { labelsOf, type Source } from './source.ts'

/** Each category tree is a taxonomy, its root the taxonomy itself. A code that leads nowhere is left out and said. */
export function readTaxonomies(source: Source, notes: Note[]): BundleTaxonomy[] {
  const rows = new Map(source.categories.map((row) => [row.code ?? '', row]))
  const taxonomies = new Map<string, BundleTaxonomy>()
  const rootOf = (code: string): string | undefined => {
    const seen = new Set<string>()
    for (let current = rows.get(code); current; current = rows.get(current.parent ?? '')) {
      if (!current.parent) return current.code
      if (seen.has(current.code ?? '')) return undefined
      seen.add(current.code ?? '')
    }
    return undefined
  }
  const depthOf = (code: string): number => {
    const parent = rows.get(code)?.parent
    return parent ? depthOf(parent) + 1 : 0
  }
  const inOrder = [...rows.keys()].filter((code) => {
    if (rootOf(code)) return true
    notes.push({ code: 'CATEGORY_WITHOUT_ROOT', subject: code, message: 'its parents lead nowhere; it was left out' })
    return false
  })
  // Parents first, and otherwise as the file has them: the tree keeps its order.
  for (const code of inOrder.sort((a, b) => depthOf(a) - depthOf(b))) {
    const row = rows.get(code) ?? {}
    const labels = labelsOf(row)
    const friendlyName = labels['en-US'] ?? Object.values(labels)[0] ?? code
    const root = rootOf(code) ?? code
    if (root === code)
      taxonomies.set(code, { key: code, friendlyName, description: describe(code, labels), concepts: [] })
    else {
      const parentKey = row.parent === root ? null : (row.parent ?? null)
      const names = { friendlyName, description: '', names: labels }
      taxonomies.get(root)?.concepts.push({ key: code, parentKey, code, ...names })
    }
  }
  return [...taxonomies.values()]
}

/** A taxonomy has one name; the code and the names in other languages are kept where staff can read them. */
const describe = (code: string, labels: Readonly<Record<string, string>>): string =>
  [
    `Code ${code}.`,
    ...Object.entries(labels)
      .filter(([language]) => language !== 'en-US')
      .map(([language, label]) => `${language}: ${label}`),
  ].join('\n')
