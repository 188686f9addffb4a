import { useEffect, useMemo, useState } from 'react'
import type { TreeIndex, TreeMatches, TreeNode } from './tree-model.ts'
import { searchSteps, searchTree } from './tree-search.ts'

/** Up to here nobody feels it, and what was typed is answered in the same frame. */
const atOnce = 5_000
const turnMs = 10

/**
 * What a search finds. A large tree is searched in turns, between which keys are heard and the page is drawn; until it
 * is done, what was found before stays.
 */
export function useTreeSearch<Node extends TreeNode>(
  index: TreeIndex<Node>,
  search: string,
  language: string,
): TreeMatches | undefined {
  const isSmall = index.byId.size <= atOnce
  const small = useMemo(
    () => (isSmall ? searchTree(index, search, language) : undefined),
    [isSmall, index, search, language],
  )
  const [large, setLarge] = useState<TreeMatches>()
  const isSearched = search.trim() !== ''
  useEffect(() => {
    if (isSmall || !isSearched) {
      setLarge(undefined)
      return
    }
    const steps = searchSteps(index, search, language)
    let timer: ReturnType<typeof setTimeout>
    const turn = () => {
      const ends = performance.now() + turnMs
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return setLarge(step.value)
        if (performance.now() > ends) break
      }
      timer = setTimeout(turn)
    }
    turn()
    return () => clearTimeout(timer)
  }, [isSmall, isSearched, index, search, language])
  if (isSmall) return small
  return isSearched ? large : undefined
}
