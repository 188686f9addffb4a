import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import type { Concept } from '@pim/contract'
import { SearchField } from '@pim/ui'
import { type TreeMove, type TreeNode, VirtualTree } from '@pim/ui/tree'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from './taxonomies.api.ts'
import { placeOfPart, type ShownConcept, shownName, withoutConcept } from './tree-moves.ts'
import { useFoundElsewhere } from './use-found-elsewhere.ts'
import { moveFailureKey } from './use-moves.ts'
import { useMissingBeside, useTree } from './use-tree.ts'

interface MoveDialogProps {
  taxonomyId: string
  concept: Concept
  conceptCount: number | undefined
  taxonomyName: string
  /** Rejects where the server refuses. */
  onMove: (move: TreeMove) => Promise<void>
  onClose: () => void
}

const top = 'top'
const none: readonly ShownConcept[] = []

/** Chooses another place for a concept without dragging it: for far ways, for the keyboard, and for small screens. */
export function MoveDialog({ taxonomyId, concept, conceptCount, taxonomyName, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const titleId = useId()
  const [searchText, setSearchText] = useState('')
  const elsewhere = useFoundElsewhere(taxonomyId, searchText)
  const [parentId, setParentId] = useState(concept.parentConceptId ?? top)
  const [place, setPlace] = useState<'first' | 'last'>('last')
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(() => new Set([top]))
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const tree = useTree({ taxonomyId, conceptCount, selectedId: concept.conceptId, searchText })
  const { concepts = none, rootCount, onMissing } = tree
  const nodes = useMemo(() => {
    // It cannot go below itself: what it takes along is not on offer.
    const others = withoutConcept(concepts, concept.conceptId)
    const isRoot = concept.parentConceptId === null
    const childCount = rootCount && (isRoot ? rootCount - 1 : rootCount)
    const root: TreeNode = { id: top, parentId: null, label: taxonomyName, childCount }
    return [
      root,
      ...others.map((each) => ({
        id: each.conceptId,
        parentId: each.parentConceptId ?? top,
        label: shownName(each),
        lang: each.nameLanguage,
        ...placeOfPart(each),
      })),
    ]
  }, [concepts, rootCount, concept, taxonomyName])
  const readMissing = useMissingBeside(onMissing, top)

  const submit = async () => {
    const parent = nodes.find((node) => node.id === parentId)
    const siblings = parent?.childCount ?? nodes.filter((node) => node.parentId === parentId).length
    setBusy(true)
    setFailure(undefined)
    try {
      await onMove({
        id: concept.conceptId,
        parentId: parentId === top ? null : parentId,
        position: place === 'first' ? 0 : siblings,
      })
      onClose()
    } catch (refusal) {
      const reason = problemOf(refusal)?.message ?? ''
      setFailure(t(moveFailureKey(refusal), { name: shownName(concept), reason }))
      setBusy(false)
    }
  }
  const target = parentId === top ? taxonomyName : nodes.find((node) => node.id === parentId)?.label
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      fullScreen={isNarrow}
    >
      <DialogTitle id={titleId} variant="h2">
        {t('taxonomy.move.title', { name: shownName(concept) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, height: 480, overflow: 'hidden' }}>
        <Box>
          <SearchField label={t('taxonomy.tree.search')} value={searchText} onChange={setSearchText} width="100%" />
        </Box>
        <Stack
          sx={{
            flex: '1 1 auto',
            minHeight: 0,
            border: 1,
            borderColor: failure ? 'error.main' : 'divider',
            borderRadius: 1,
            p: 0.5,
          }}
        >
          <VirtualTree
            label={t('taxonomy.move.target')}
            nodes={nodes}
            onMissing={readMissing}
            expandedIds={expandedIds}
            onExpandedChange={setExpandedIds}
            selectedId={parentId}
            onSelect={(node) => {
              setParentId(node.id)
              setFailure(undefined)
            }}
            search={searchText}
            alsoFound={elsewhere.ids}
          />
        </Stack>
        {failure && (
          <Typography role="alert" variant="body2" color="error">
            {failure}
          </Typography>
        )}
        <TextField
          select
          label={t('taxonomy.move.place')}
          value={place}
          onChange={(event) => setPlace(event.target.value === 'first' ? 'first' : 'last')}
        >
          <MenuItem value="last">{t('taxonomy.move.last', { parent: target })}</MenuItem>
          <MenuItem value="first">{t('taxonomy.move.first', { parent: target })}</MenuItem>
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void submit()} loading={isBusy}>
          {t('taxonomy.move.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
