import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Alert, Button, Skeleton, Stack, Tooltip, Typography } from '@mui/material'
import { NameOrigin, useVariations } from '@pim/content-kit'
import type { Concept, Taxonomy, Variation } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { EmptyState, GuardedButton, SearchField, visuallyHidden } from '@pim/ui'
import { type TreeMove, VirtualTree } from '@pim/ui/tree'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConceptNode, nodesOf, type ShownConcept } from './tree-moves.ts'
import { useFoundElsewhere } from './use-found-elsewhere.ts'
import type { Tree } from './use-tree.ts'

interface ConceptTreeProps {
  taxonomy: Taxonomy | undefined
  tree: Pick<Tree, 'rootCount' | 'onMissing' | 'hasGaps' | 'isLocating' | 'retry'>
  concepts: readonly ShownConcept[] | undefined
  selectedId: string | undefined
  latestEditedId: string | undefined
  searchText: string
  /** Opened so that what was just added below it can be seen. */
  expandedIds: ReadonlySet<string>
  onExpandedChange: (expandedIds: ReadonlySet<string>) => void
  onSearch: (searchText: string) => void
  onSelect: (conceptId: string) => void
  onRename: (conceptId: string) => void
  onDelete: (concept: ShownConcept) => void
  onAdd: () => void
  onMove: (move: TreeMove) => void
}

const skeletonRows = [
  [0, 40],
  [1, 30],
  [1, 45],
  [2, 25],
  [0, 35],
  [0, 50],
] as const

/** The concepts of a taxonomy in their places: to find, to choose, to move. */
export function ConceptTree(props: ConceptTreeProps) {
  const { taxonomy, tree, concepts, selectedId, latestEditedId, searchText, onAdd, onMove, onSelect, onRename } = props
  const { t } = useTranslation()
  const adding = usePermission('taxonomies.createConcept')
  const changing = usePermission('taxonomies.changeConcept')
  const deleting = usePermission('taxonomies.deleteConcept')
  const nodes = useMemo(() => concepts && nodesOf(concepts), [concepts])
  const [moved, setMoved] = useState('')
  const [matches, setMatches] = useState<number>()
  const elsewhere = useFoundElsewhere(taxonomy?.taxonomyId, searchText)
  const isFound = matches !== 0 || elsewhere.isSearching || tree.isLocating

  const move = (wanted: TreeMove) => {
    const labelOf = (id: string | null) => nodes?.find((node) => node.id === id)?.label
    setMoved(
      t(wanted.parentId ? 'taxonomy.tree.movedBelow' : 'taxonomy.tree.movedTop', {
        name: labelOf(wanted.id),
        parent: labelOf(wanted.parentId),
        place: wanted.position + 1,
      }),
    )
    onMove(wanted)
  }
  const { variations, current } = useVariations()
  const end = useCallback(
    (node: ConceptNode) => (
      <>
        <NameOrigin from={originOf(node.concept, current, variations)} />
        {node.id === latestEditedId && (
          <Tooltip title={t('taxonomy.tree.latestEdited')}>
            <EditIcon
              titleAccess={t('taxonomy.tree.latestEdited')}
              sx={{ fontSize: 14, color: 'text.secondary', flex: 'none' }}
            />
          </Tooltip>
        )}
      </>
    ),
    [latestEditedId, current, variations, t],
  )
  if (!nodes) {
    return (
      <Stack sx={{ px: 2 }} aria-busy role="status" aria-label={t('taxonomy.loading')}>
        <Skeleton variant="rounded" height={36} sx={{ mb: 1 }} />
        {skeletonRows.map(([level, width]) => (
          <Skeleton key={`${level}-${width}`} height={36} sx={{ ml: level * 2.5 }} width={`${width}%`} />
        ))}
      </Stack>
    )
  }
  const addButton = (
    <GuardedButton permission={adding} size="small" variant="outlined" startIcon={<AddIcon />} onClick={onAdd}>
      {t('taxonomy.tree.add')}
    </GuardedButton>
  )
  if (nodes.length === 0) {
    return <EmptyState title={t('taxonomy.tree.empty')} description={t('taxonomy.tree.emptyHint')} action={addButton} />
  }
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ px: 2, pb: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Stack sx={{ flex: '1 1 140px' }}>
          <SearchField label={t('taxonomy.tree.search')} value={searchText} onChange={props.onSearch} width="100%" />
        </Stack>
        {addButton}
      </Stack>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2, pb: 1, '&:empty': { pb: 0 } }}>
        {!isFound && t('taxonomy.tree.nothingFits')}
        {isFound &&
          elsewhere.shownFor !== undefined &&
          t('taxonomy.tree.shownFor', { typed: searchText.trim(), shownFor: elsewhere.shownFor })}
        {isFound && elsewhere.hasMore && t('taxonomy.tree.moreElsewhere')}
      </Typography>
      {tree.hasGaps && (
        <Alert
          severity="warning"
          sx={{ mx: 2, mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={tree.retry}>
              {t('ui.error.retry')}
            </Button>
          }
        >
          {t('taxonomy.tree.partsFailed')}
        </Alert>
      )}
      <Stack sx={{ flex: '1 1 auto', minHeight: 0, px: 1, pb: 1 }}>
        <VirtualTree
          label={t('taxonomy.tree.label', { name: taxonomy?.friendlyName })}
          nodes={nodes}
          rootCount={tree.rootCount}
          onMissing={tree.onMissing}
          expandedIds={props.expandedIds}
          onExpandedChange={props.onExpandedChange}
          selectedId={selectedId}
          onSelect={(node) => onSelect(node.id)}
          search={searchText}
          alsoFound={elsewhere.ids}
          onSearched={setMatches}
          end={end}
          {...(changing.may ? { onMove: move, onRename: (node: ConceptNode) => onRename(node.id) } : {})}
          {...(deleting.may ? { onDelete: (node: ConceptNode) => props.onDelete(node.concept) } : {})}
        />
      </Stack>
      {changing.may && (
        <Typography variant="caption" color="textSecondary" sx={{ px: 2, py: 1, display: { xs: 'none', md: 'block' } }}>
          {t('taxonomy.tree.keys')}
        </Typography>
      )}
      <Typography role="status" sx={visuallyHidden}>
        {moved}
      </Typography>
    </>
  )
}

/** The variation that a name is from, where it is in another language than the one that one works in. */
function originOf(
  { nameLanguage }: Concept,
  current: Variation | undefined,
  variations: readonly Variation[] | undefined,
): Variation | undefined {
  if (current === undefined || current.isDefault) return undefined
  const isIn = ({ languageCode }: Variation, tag: string) =>
    `${languageCode.toLowerCase()}-`.startsWith(`${tag.toLowerCase()}-`)
  if (nameLanguage === undefined) {
    const standard = variations?.find(({ isDefault }) => isDefault)
    return standard && isIn(current, standard.languageCode) ? undefined : standard
  }
  return isIn(current, nameLanguage) ? undefined : variations?.find((each) => isIn(each, nameLanguage))
}
