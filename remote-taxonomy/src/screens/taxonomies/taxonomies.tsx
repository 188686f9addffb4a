import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button, IconButton, Paper, Tooltip, useMediaQuery, useTheme } from '@mui/material'
import { DemoNotice, DemoOnItsWay, useDemoLoading, useVariations, variationCode } from '@pim/content-kit'
import type { Concept } from '@pim/contract'
import { useCommands, useFeedback, usePermission } from '@pim/shell'
import { EmptyState, ErrorState, FilterMenu, GuardedButton, PageHeader, partOnDemand } from '@pim/ui'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ColumnFrame } from './column.tsx'
import { ConceptTree } from './concept-tree.tsx'
import { SelectedDetails } from './selected-details.tsx'
import { problemOf, useTaxonomyList } from './taxonomies.api.ts'
import { TaxonomyList } from './taxonomy-list.tsx'
import {
  actionOf,
  columnOf,
  nothingSelected,
  ofTaxonomy,
  outOf,
  readTaxonomyState,
  type TaxonomyState,
  writeTaxonomyState,
} from './taxonomy-state.ts'
import { neighbourOf, type ShownConcept } from './tree-moves.ts'
import { UndoButton } from './undo-button.tsx'
import { useColumnFocus } from './use-column-focus.ts'
import { useDeletion } from './use-deletion.tsx'
import { useMoves } from './use-moves.ts'
import { useTree } from './use-tree.ts'
import { useUndo } from './use-undo.ts'

// What is needed only once somebody asks for it does not hold up the tree.
const MoveDialog = partOnDemand(async () => (await import('./move-dialog.tsx')).MoveDialog)
const ExchangeDialog = partOnDemand(async () => (await import('./files/exchange-dialog.tsx')).ExchangeDialog)
const MergeDialog = partOnDemand(async () => (await import('./merge-dialog.tsx')).MergeDialog)

const listWidth = { md: 220, lg: 260 }
const detailsWidth = { md: 320, lg: 360 }
const nothingOpen: ReadonlySet<string> = new Set()

/** Taxonomies, the tree of one of them, and one of its concepts: side by side, or one at a time where it is narrow. */
export function Taxonomies() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const [address, setAddress] = useSearchParams()
  const state = useMemo(() => readTaxonomyState(address), [address])
  const { selectedTaxonomy, selectedConcept } = state
  const action = actionOf(state)
  const go = useCallback(
    (next: TaxonomyState, replace = false) => setAddress(writeTaxonomyState(next), { replace }),
    [setAddress],
  )

  const { variations, current, select: selectVariation } = useVariations()
  const list = useTaxonomyList()
  const demo = useDemoLoading(list.data?.length === 0)
  const taxonomy = list.data?.find(({ taxonomyId }) => taxonomyId === selectedTaxonomy)
  const tree = useTree({
    taxonomyId: selectedTaxonomy,
    // One that is not in the list is asked for all the same: the answer says whether it is gone.
    conceptCount: taxonomy?.conceptCount ?? (list.isPending ? undefined : 0),
    selectedId: selectedConcept,
    searchText: state.searchText,
  })
  const history = useUndo()
  const { concepts, move, moveInTree } = useMoves(selectedTaxonomy ?? '', tree.concepts, history)
  const concept = concepts?.find(({ conceptId }) => conceptId === selectedConcept)
  const creating = usePermission('taxonomies.createTaxonomy')
  const addingConcepts = usePermission('taxonomies.createConcept')

  const [expanded, setExpanded] = useState<Readonly<Record<string, ReadonlySet<string>>>>({})
  const expandedIds = expanded[selectedTaxonomy ?? ''] ?? nothingOpen
  const expand = useCallback(
    (ids: ReadonlySet<string>) => setExpanded((known) => ({ ...known, [selectedTaxonomy ?? '']: ids })),
    [selectedTaxonomy],
  )
  const [renaming, setRenaming] = useState<{ conceptId: string; count: number }>()
  const [isMoving, setMoving] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const [isExchanging, setExchanging] = useState(false)
  const columns = useRef<HTMLDivElement>(null)
  const focusTree = () => columns.current?.querySelector<HTMLElement>('[role=tree]')?.focus()
  const isHere = useRef(false)
  useLayoutEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const leftUnsaved = (label: string) => {
    // Whoever leaves the section has been asked already.
    if (!isHere.current) return
    feedback.info(t('taxonomy.form.left', { label }), { label: t('taxonomy.form.goBack'), run: () => go(state) })
  }

  const select = (conceptId: string) => {
    setRenaming(undefined)
    go({ ...state, selectedConcept: conceptId, askedAction: undefined }, selectedConcept !== undefined)
  }
  const rename = (conceptId: string) => {
    if (conceptId !== selectedConcept || state.askedAction) select(conceptId)
    setRenaming((known) => ({ conceptId, count: (known?.count ?? 0) + 1 }))
  }
  const addTaxonomy = () => go({ ...state, askedAction: 'add-taxonomy' })
  const addConcept = () => go({ ...state, askedAction: 'add-concept' })
  const edited = (conceptId: string) => go({ ...state, latestEditedConceptId: conceptId }, true)
  const created = (added: Concept) => {
    if (added.parentConceptId) expand(new Set([...expandedIds, added.parentConceptId]))
    edited(added.conceptId)
  }

  const { deleteConcept, deleteTaxonomy, dialog } = useDeletion(taxonomy, history, (taxonomyId, conceptId) =>
    go({ ...ofTaxonomy(taxonomyId), selectedConcept: conceptId, latestEditedConceptId: conceptId }, true),
  )
  const removeConcept = (gone: ShownConcept) => {
    if (!concepts) return
    deleteConcept(gone, concepts, () => {
      const next = isNarrow ? undefined : neighbourOf(concepts, gone.conceptId)
      go({ ...state, selectedConcept: next, askedAction: undefined, latestEditedConceptId: undefined }, true)
    })
  }
  useCommands([
    ...(creating.may ? [{ id: 'taxonomy.new', label: t('taxonomy.new.title'), run: addTaxonomy }] : []),
    ...(addingConcepts.may && taxonomy
      ? [{ id: 'taxonomy.newConcept', label: t('taxonomy.concept.newTitle'), run: addConcept }]
      : []),
    ...(taxonomy
      ? [{ id: 'taxonomy.exchange', label: t('taxonomy.file.button'), run: () => setExchanging(true) }]
      : []),
  ])

  const shown = columnOf(state)
  useColumnFocus(columns, shown)
  const isIn = (column: typeof shown) => !isNarrow || shown === column
  const back = isNarrow ? () => go(outOf(state)) : undefined
  const isGone = problemOf(tree.error)?.code === 'NOT_FOUND'
  const treeFailed = Boolean(tree.error) && (
    <ErrorState
      title={t(isGone ? 'taxonomy.tree.gone' : 'taxonomy.tree.failed')}
      {...(isGone ? { description: t('taxonomy.tree.goneHint') } : { onRetry: tree.retry })}
    />
  )
  return (
    <>
      <PageHeader
        title={t('taxonomy.list.title')}
        count={list.data?.length}
        actions={
          <>
            {variations && variations.length > 1 && (
              <FilterMenu
                label={t('taxonomy.variation')}
                multiple={false}
                isRequired
                options={variations.map((each) => ({
                  value: each.variationId,
                  label: `${variationCode(each)} · ${each.friendlyName}`,
                }))}
                selected={current ? [current.variationId] : []}
                onChange={([variationId]) => selectVariation(variationId)}
              />
            )}
            {isIn('taxonomies') && (
              <GuardedButton permission={creating} variant="contained" startIcon={<AddIcon />} onClick={addTaxonomy}>
                {t('taxonomy.new.title')}
              </GuardedButton>
            )}
          </>
        }
      />
      <DemoNotice job={demo} />
      <Paper
        ref={columns}
        variant="outlined"
        sx={{ display: 'flex', flexGrow: 1, minHeight: 0, overflow: 'hidden', position: 'relative' }}
      >
        {isIn('taxonomies') && (
          <ColumnFrame title={t('taxonomy.list.column')} width={isNarrow ? undefined : listWidth}>
            <TaxonomyList taxonomies={list.data} selectedId={selectedTaxonomy} />
            {list.data?.length === 0 &&
              isNarrow &&
              (demo ? (
                <DemoOnItsWay />
              ) : (
                <EmptyState title={t('taxonomy.list.empty')} description={t('taxonomy.list.emptyHint')} />
              ))}
          </ColumnFrame>
        )}
        {isIn('tree') && (
          <ColumnFrame
            title={taxonomy?.friendlyName ?? t('taxonomy.tree.column')}
            count={taxonomy?.conceptCount}
            onBack={back}
            actions={
              <>
                {concepts && <UndoButton history={history} />}
                {taxonomy && (
                  <Button
                    size="small"
                    color="inherit"
                    aria-label={t('taxonomy.file.button')}
                    sx={{ flex: 'none' }}
                    onClick={() => setExchanging(true)}
                  >
                    {t('taxonomy.file.open')}
                  </Button>
                )}
                {taxonomy && (
                  <Tooltip title={t('taxonomy.tree.editTaxonomy')}>
                    <IconButton
                      edge="end"
                      aria-label={t('taxonomy.tree.editTaxonomy')}
                      onClick={() => go({ ...state, selectedConcept: undefined, askedAction: 'edit-taxonomy' })}
                    >
                      <EditIcon fontSize="small" />
                    </IconButton>
                  </Tooltip>
                )}
              </>
            }
          >
            {treeFailed ||
              (selectedTaxonomy ? (
                <ConceptTree
                  key={selectedTaxonomy}
                  taxonomy={taxonomy}
                  tree={tree}
                  concepts={concepts}
                  selectedId={selectedConcept}
                  latestEditedId={state.latestEditedConceptId}
                  searchText={state.searchText}
                  expandedIds={expandedIds}
                  onExpandedChange={expand}
                  onSearch={(searchText) => go({ ...state, searchText }, true)}
                  onSelect={select}
                  onRename={rename}
                  onDelete={removeConcept}
                  onAdd={addConcept}
                  onMove={moveInTree}
                />
              ) : (
                list.data &&
                (demo && list.data.length === 0 ? (
                  <DemoOnItsWay />
                ) : (
                  <EmptyState
                    title={t(list.data.length === 0 ? 'taxonomy.list.empty' : 'taxonomy.tree.noneChosen')}
                    description={t(list.data.length === 0 ? 'taxonomy.list.emptyHint' : 'taxonomy.tree.noneChosenHint')}
                  />
                ))
              ))}
          </ColumnFrame>
        )}
        {isIn('details') && (
          <ColumnFrame
            title={t(`taxonomy.action.${action}`)}
            width={isNarrow ? undefined : detailsWidth}
            onBack={back}
            scrolls
            actions={
              !isNarrow &&
              state.askedAction && (
                <IconButton
                  aria-label={t('ui.panel.close', { title: t(`taxonomy.action.${action}`) })}
                  edge="end"
                  onClick={() => go({ ...state, askedAction: undefined })}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              )
            }
          >
            <SelectedDetails
              state={state}
              go={go}
              taxonomy={taxonomy}
              concepts={concepts}
              concept={concept}
              rootCount={tree.rootCount}
              isLocating={tree.isLocating}
              focusConcept={renaming && renaming.conceptId === concept?.conceptId ? renaming.count : undefined}
              onLeftUnsaved={leftUnsaved}
              onAddConcept={addConcept}
              onCreated={created}
              onEdited={edited}
              onRenamed={focusTree}
              onMove={moveInTree}
              onMoveTo={() => setMoving(true)}
              onMerge={() => setMerging(true)}
              onDeleteConcept={removeConcept}
              onDeleteTaxonomy={(gone) => deleteTaxonomy(gone, concepts, () => go(nothingSelected, true))}
            />
          </ColumnFrame>
        )}
      </Paper>
      {isMoving && concept && concepts && (
        <MoveDialog
          taxonomyId={selectedTaxonomy ?? ''}
          concept={concept}
          conceptCount={taxonomy?.conceptCount}
          taxonomyName={taxonomy?.friendlyName ?? ''}
          onMove={move}
          onClose={() => setMoving(false)}
        />
      )}
      {isMerging && concept && concepts && selectedTaxonomy && (
        <MergeDialog
          taxonomyId={selectedTaxonomy}
          concept={concept}
          conceptCount={taxonomy?.conceptCount}
          history={history}
          onDone={(conceptId) => {
            setMerging(false)
            go({ ...state, selectedConcept: conceptId, askedAction: undefined, latestEditedConceptId: conceptId }, true)
          }}
          onClose={() => setMerging(false)}
        />
      )}
      {isExchanging && taxonomy && <ExchangeDialog taxonomy={taxonomy} onClose={() => setExchanging(false)} />}
      {dialog}
    </>
  )
}
