import { useEffect, useMemo, useState } from 'react'
import type { TreeIndex, TreeMatches, TreeNode } from './tree-model.ts'
import { searchSteps, searchTree } from './tree-search.ts'

/** Trees up to this size are searched synchronously, in the same render. */
const maxSynchronousNodes = 5_000
const sliceMs = 10

/**
 * The matches of a search. A larger tree is searched in slices of 10 ms, between which the browser handles input and
 * paints; until it is done, the matches of the search before stay.
 */
export function useTreeSearch<Node extends TreeNode>(
  index: TreeIndex<Node>,
  search: string,
  language: string,
  alsoFound?: ReadonlySet<string>,
): TreeMatches | undefined {
  const isSmall = index.byId.size <= maxSynchronousNodes
  const small = useMemo(
    () => (isSmall ? searchTree(index, search, language, alsoFound) : undefined),
    [isSmall, index, search, language, alsoFound],
  )
  const [large, setLarge] = useState<TreeMatches>()
  const hasSearchText = search.trim() !== ''
  useEffect(() => {
    if (isSmall || !hasSearchText) {
      setLarge(undefined)
      return
    }
    const steps = searchSteps(index, search, language, alsoFound)
    let timer: ReturnType<typeof setTimeout>
    const runSlice = () => {
      const pauseAt = performance.now() + sliceMs
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return setLarge(step.value)
        if (performance.now() > pauseAt) break
      }
      timer = setTimeout(runSlice)
    }
    runSlice()
    return () => clearTimeout(timer)
  }, [isSmall, hasSearchText, index, search, language, alsoFound])
  if (isSmall) return small
  return hasSearchText ? large : undefined
}
