import { Box, Stack } from '@mui/material'
import type { Concept } from '@pim/contract'
import { SearchField } from '@pim/ui'
import { type TreeNode, VirtualTree } from '@pim/ui/tree'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from './tree-moves.ts'
import { useFoundElsewhere } from './use-found-elsewhere.ts'

interface ConceptChoiceProps {
  /** Says what is chosen. */
  label: string
  taxonomyId: string
  concepts: readonly Concept[]
  /** Not on offer. What is below one of them has to be among them. */
  without: ReadonlySet<string>
  chosenId: string | undefined
  onChoose: (conceptId: string) => void
}

/** The tree of a taxonomy with a search, to choose one concept from. */
export function ConceptChoice({ label, taxonomyId, concepts, without, chosenId, onChoose }: ConceptChoiceProps) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const elsewhere = useFoundElsewhere(taxonomyId, searchText)
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(() => new Set())
  const nodes = useMemo(
    () =>
      concepts
        .filter(({ conceptId }) => !without.has(conceptId))
        .map(
          (concept): TreeNode => ({
            id: concept.conceptId,
            parentId: concept.parentConceptId,
            label: shownName(concept),
            lang: concept.nameLanguage,
          }),
        ),
    [concepts, without],
  )
  return (
    <>
      <Box>
        <SearchField label={t('taxonomy.tree.search')} value={searchText} onChange={setSearchText} width="100%" />
      </Box>
      <Stack sx={{ flex: '1 1 200px', minHeight: 160, border: 1, borderColor: 'divider', borderRadius: 1, p: 0.5 }}>
        <VirtualTree
          label={label}
          nodes={nodes}
          expandedIds={expandedIds}
          onExpandedChange={setExpandedIds}
          selectedId={chosenId}
          onSelect={(node) => onChoose(node.id)}
          search={searchText}
          alsoFound={elsewhere.ids}
        />
      </Stack>
    </>
  )
}
