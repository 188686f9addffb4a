import { Box, Stack } from '@mui/material'
import { SearchField } from '@pim/ui'
import { VirtualTree } from '@pim/ui/tree'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nodesOf, type ShownConcept, withoutConcept } from './tree-moves.ts'
import { useFoundElsewhere } from './use-found-elsewhere.ts'
import { useMissingBeside, useTree } from './use-tree.ts'

interface ConceptChoiceProps {
  /** Says what is chosen. */
  label: string
  taxonomyId: string
  conceptCount: number | undefined
  /** The concepts as they are to be offered; left out: as they stand in the tree. */
  arranged?: ((concepts: readonly ShownConcept[]) => readonly ShownConcept[]) | undefined
  /** The id of the one that is not on offer, nor is what is below it. */
  without: string
  chosenId: string | undefined
  onChoose: (concept: ShownConcept) => void
}

const none: readonly ShownConcept[] = []

/** The tree of a taxonomy with a search, to choose one concept from. */
export function ConceptChoice(props: ConceptChoiceProps) {
  const { label, taxonomyId, conceptCount, arranged, without, chosenId, onChoose } = props
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const elsewhere = useFoundElsewhere(taxonomyId, searchText)
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(() => new Set())
  const tree = useTree({ taxonomyId, conceptCount, searchText })
  const { concepts = none } = tree
  const { nodes, rootCount } = useMemo(() => {
    const all = arranged?.(concepts) ?? concepts
    const isRoot = all.some(({ conceptId, parentConceptId }) => conceptId === without && parentConceptId === null)
    return {
      nodes: nodesOf(withoutConcept(all, without)),
      rootCount: tree.rootCount && (isRoot ? tree.rootCount - 1 : tree.rootCount),
    }
  }, [concepts, tree.rootCount, arranged, without])
  const onMissing = useMissingBeside(tree.onMissing)
  return (
    <>
      <Box>
        <SearchField label={t('taxonomy.tree.search')} value={searchText} onChange={setSearchText} width="100%" />
      </Box>
      <Stack sx={{ flex: '1 1 200px', minHeight: 160, border: 1, borderColor: 'divider', borderRadius: 1, p: 0.5 }}>
        <VirtualTree
          label={label}
          nodes={nodes}
          rootCount={rootCount}
          onMissing={onMissing}
          expandedIds={expandedIds}
          onExpandedChange={setExpandedIds}
          selectedId={chosenId}
          onSelect={(node) => onChoose(node.concept)}
          search={searchText}
          alsoFound={elsewhere.ids}
        />
      </Stack>
    </>
  )
}
