import { Button } from '@mui/material'
import type { Concept, Taxonomy } from '@pim/contract'
import { EmptyState } from '@pim/ui'
import type { TreeMove } from '@pim/ui/tree'
import { useTranslation } from 'react-i18next'
import { ConceptDetails } from './concept-details.tsx'
import { NewConcept } from './new-concept.tsx'
import { NewTaxonomy, TaxonomyDetails } from './taxonomy-details.tsx'
import { actionOf, ofTaxonomy, type TaxonomyState } from './taxonomy-state.ts'
import type { ShownConcept } from './tree-moves.ts'

interface SelectedDetailsProps {
  state: TaxonomyState
  go: (next: TaxonomyState, replace?: boolean) => void
  taxonomy: Taxonomy | undefined
  concepts: readonly ShownConcept[] | undefined
  concept: ShownConcept | undefined
  rootCount: number | undefined
  /** The concept may be there, and is not read yet. */
  isLocating: boolean
  /** Counts how often the concept's name was asked for; undefined while it was not. */
  focusConcept: number | undefined
  onLeftUnsaved: (label: string) => void
  onAddConcept: () => void
  onCreated: (concept: Concept) => void
  onEdited: (conceptId: string) => void
  onRenamed: () => void
  onMove: (move: TreeMove) => void
  onMoveTo: () => void
  onMerge: () => void
  onDeleteConcept: (concept: ShownConcept) => void
  onDeleteTaxonomy: (taxonomy: Taxonomy) => void
}

/** What the third column is for: something new, or what is selected. */
export function SelectedDetails(props: SelectedDetailsProps) {
  const { state, go, taxonomy, concepts, concept, onLeftUnsaved, onAddConcept } = props
  const { selectedTaxonomy } = state
  switch (actionOf(state)) {
    case 'add-taxonomy':
      return (
        <NewTaxonomy
          focusName={state.askedAction && 1}
          onLeftUnsaved={onLeftUnsaved}
          onCreated={(taxonomyId) => go(ofTaxonomy(taxonomyId))}
        />
      )
    case 'edit-taxonomy':
      return (
        taxonomy && (
          <TaxonomyDetails
            key={taxonomy.taxonomyId}
            taxonomy={taxonomy}
            onLeftUnsaved={onLeftUnsaved}
            onAddConcept={onAddConcept}
            onDelete={() => props.onDeleteTaxonomy(taxonomy)}
          />
        )
      )
    case 'add-concept':
      return (
        selectedTaxonomy &&
        concepts && (
          <NewConcept
            key={selectedTaxonomy}
            taxonomyId={selectedTaxonomy}
            below={concept}
            focusName={1}
            onLeftUnsaved={onLeftUnsaved}
            onCreated={props.onCreated}
          />
        )
      )
    case 'edit-concept':
      if (!concepts || !selectedTaxonomy) return null
      if (!concept && props.isLocating) return null
      if (!concept) return <ConceptGone onShowTaxonomy={() => go({ ...state, selectedConcept: undefined }, true)} />
      return (
        <ConceptDetails
          key={concept.conceptId}
          taxonomyId={selectedTaxonomy}
          taxonomyName={taxonomy?.friendlyName ?? ''}
          concept={concept}
          concepts={concepts}
          rootCount={props.rootCount}
          focusName={props.focusConcept}
          onEdited={() => props.onEdited(concept.conceptId)}
          onRenamed={props.onRenamed}
          onLeftUnsaved={onLeftUnsaved}
          onAddBelow={onAddConcept}
          onMove={props.onMove}
          onMoveTo={props.onMoveTo}
          onMerge={props.onMerge}
          onDelete={() => props.onDeleteConcept(concept)}
        />
      )
  }
}

function ConceptGone({ onShowTaxonomy }: { onShowTaxonomy: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('taxonomy.concept.gone')}
      description={t('taxonomy.concept.goneHint')}
      action={<Button onClick={onShowTaxonomy}>{t('taxonomy.concept.showTaxonomy')}</Button>}
    />
  )
}
