import AddIcon from '@mui/icons-material/Add'
import ArrowDownIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import MergeIcon from '@mui/icons-material/MergeTypeOutlined'
import { Box, Breadcrumbs, Divider, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { Concept } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { useFills } from '@pim/shell/slots'
import { GuardedButton } from '@pim/ui'
import { ancestorsOf, indexTree, keyboardMove, type TreeMove } from '@pim/ui/tree'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ConceptUsers } from './concept-users.tsx'
import { ConceptWords } from './concept-words.tsx'
import { MergedConcepts } from './merged-concepts.tsx'
import { NamedForm } from './named-form.tsx'
import { useChangeConcept } from './taxonomies.api.ts'
import { ofTaxonomy, writeTaxonomyState } from './taxonomy-state.ts'
import { nodesOf, type ShownConcept, shownName } from './tree-moves.ts'

interface ConceptDetailsProps {
  taxonomyId: string
  taxonomyName: string
  concept: Concept
  concepts: readonly ShownConcept[]
  rootCount: number | undefined
  focusName: number | undefined
  onEdited: () => void
  onRenamed: () => void
  onLeftUnsaved: (label: string) => void
  onAddBelow: () => void
  onMove: (move: TreeMove) => void
  onMoveTo: () => void
  onMerge: () => void
  onDelete: () => void
}

/** A concept: where it stands, what it is called, what can be done with it, who uses it. */
export function ConceptDetails(props: ConceptDetailsProps) {
  const { taxonomyId, taxonomyName, concept, concepts, rootCount, onMove } = props
  const { t } = useTranslation()
  const changing = usePermission('taxonomies.changeConcept')
  const adding = usePermission('taxonomies.createConcept')
  const deleting = usePermission('taxonomies.deleteConcept')
  const merging = usePermission('taxonomies.takeConceptStep')
  const fills = useFills('concept.detail')
  const change = useChangeConcept()
  // Each of the two forms sends the version that it has seen, and the other one's save is none of somebody else.
  const [ofName, setOfName] = useState<number>()
  const [ofWords, setOfWords] = useState<number>()
  const index = useMemo(() => indexTree(nodesOf(concepts), rootCount), [concepts, rootCount])
  const up = keyboardMove(index, concept.conceptId, 'up')
  const down = keyboardMove(index, concept.conceptId, 'down')
  const addressOf = (selectedConcept?: string) => ({
    search: writeTaxonomyState({ ...ofTaxonomy(taxonomyId), selectedConcept }).toString(),
  })
  return (
    <Stack sx={{ gap: 2 }}>
      <Breadcrumbs
        aria-label={t('taxonomy.concept.path')}
        maxItems={4}
        sx={{ fontSize: 13, '& li': { minWidth: 0, overflowWrap: 'anywhere' } }}
      >
        <MuiLink component={Link} to={addressOf()} color="inherit">
          {taxonomyName}
        </MuiLink>
        {ancestorsOf(index, concept.conceptId)
          .reverse()
          .map((node) => (
            <MuiLink key={node.id} component={Link} to={addressOf(node.id)} color="inherit">
              {node.label}
            </MuiLink>
          ))}
      </Breadcrumbs>
      <NamedForm
        draftKey={`concept/${concept.conceptId}`}
        draftLabel={shownName(concept)}
        stored={concept}
        permission={changing}
        submitLabel={t('taxonomy.form.save')}
        savedLabel={undefined}
        focusName={props.focusName}
        ownVersion={ofWords}
        onRenamed={props.focusName ? props.onRenamed : undefined}
        onLeftUnsaved={props.onLeftUnsaved}
        onSubmit={async (_named, changes, ifMatch) => {
          const params = { taxonomyId, conceptId: concept.conceptId }
          const { version } = await change.mutateAsync({ params, query: changes, ifMatch })
          props.onEdited()
          setOfName(version)
          return version
        }}
      />
      <Divider />
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <GuardedButton
          permission={adding}
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={props.onAddBelow}
        >
          {t('taxonomy.concept.addBelow')}
        </GuardedButton>
        <GuardedButton
          permission={changing}
          size="small"
          variant="outlined"
          startIcon={<MoveIcon />}
          onClick={props.onMoveTo}
        >
          {t('taxonomy.move.button')}
        </GuardedButton>
        <GuardedButton
          permission={withPlace(changing, up, t('taxonomy.concept.isFirst'))}
          hint={t('taxonomy.concept.up')}
          size="small"
          variant="outlined"
          aria-label={t('taxonomy.concept.up')}
          onClick={() => up && onMove(up)}
          sx={iconOnly}
        >
          <ArrowUpIcon fontSize="small" />
        </GuardedButton>
        <GuardedButton
          permission={withPlace(changing, down, t('taxonomy.concept.isLast'))}
          hint={t('taxonomy.concept.down')}
          size="small"
          variant="outlined"
          aria-label={t('taxonomy.concept.down')}
          onClick={() => down && onMove(down)}
          sx={iconOnly}
        >
          <ArrowDownIcon fontSize="small" />
        </GuardedButton>
        <GuardedButton
          permission={merging}
          size="small"
          variant="outlined"
          startIcon={<MergeIcon />}
          onClick={props.onMerge}
        >
          {t('taxonomy.merge.button')}
        </GuardedButton>
        <GuardedButton
          permission={deleting}
          size="small"
          color="error"
          startIcon={<DeleteIcon />}
          onClick={props.onDelete}
        >
          {t('taxonomy.delete.button')}
        </GuardedButton>
      </Stack>
      <Divider />
      <ConceptWords
        key={concept.conceptId}
        taxonomyId={taxonomyId}
        concept={concept}
        onEdited={props.onEdited}
        ownVersion={ofName}
        onSaved={setOfWords}
      />
      <MergedConcepts taxonomyId={taxonomyId} conceptId={concept.conceptId} />
      <Divider />
      <ConceptUsers conceptId={concept.conceptId} />
      {fills.map(({ id, title, Filled }) => (
        <Box key={id} component="section" aria-label={title}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 600, mb: 0.5 }}>
            {title}
          </Typography>
          <Filled taxonomyId={taxonomyId} conceptId={concept.conceptId} />
        </Box>
      ))}
    </Stack>
  )
}

const iconOnly = { minWidth: 0, px: 0.75 }

const withPlace = (
  permission: { may: boolean; reason: string | undefined },
  move: TreeMove | undefined,
  why: string,
) => (permission.may && !move ? { may: false, reason: why } : permission)
