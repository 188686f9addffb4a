/** What the third column is for. */
export const taxonomyActions = ['add-taxonomy', 'edit-taxonomy', 'add-concept', 'edit-concept'] as const
export type TaxonomyAction = (typeof taxonomyActions)[number]

/** What the address remembers of the screen, so that a link, the back button and a reload show the same. */
export interface TaxonomyState {
  readonly selectedTaxonomy: string | undefined
  readonly selectedConcept: string | undefined
  /** Undefined: the one that goes with what is selected, see `actionOf`. */
  readonly askedAction: TaxonomyAction | undefined
  readonly latestEditedConceptId: string | undefined
  readonly searchText: string
}

export function readTaxonomyState(address: URLSearchParams): TaxonomyState {
  const selectedTaxonomy = address.get('taxonomy') || undefined
  const within = (name: string) => (selectedTaxonomy && address.get(name)) || undefined
  const selectedConcept = within('concept')
  const asked = taxonomyActions.find((action) => action === address.get('action'))
  return {
    selectedTaxonomy,
    selectedConcept,
    askedAction: asked && makesSense(asked, selectedTaxonomy, selectedConcept) ? asked : undefined,
    latestEditedConceptId: within('edited'),
    searchText: within('q') ?? '',
  }
}

export function writeTaxonomyState(state: TaxonomyState): URLSearchParams {
  const address = new URLSearchParams()
  if (state.selectedTaxonomy) address.set('taxonomy', state.selectedTaxonomy)
  if (state.selectedConcept) address.set('concept', state.selectedConcept)
  if (state.askedAction) address.set('action', state.askedAction)
  if (state.latestEditedConceptId) address.set('edited', state.latestEditedConceptId)
  if (state.searchText) address.set('q', state.searchText)
  return address
}

/** A link may name no action: then what is selected is to be edited, and with nothing selected a taxonomy is added. */
export function actionOf({ askedAction, selectedTaxonomy, selectedConcept }: TaxonomyState): TaxonomyAction {
  if (askedAction) return askedAction
  if (selectedConcept) return 'edit-concept'
  return selectedTaxonomy ? 'edit-taxonomy' : 'add-taxonomy'
}

export type Column = 'taxonomies' | 'tree' | 'details'

/** Which column a narrow screen shows: the innermost that was gone into. */
export function columnOf(state: TaxonomyState): Column {
  if (state.askedAction || state.selectedConcept) return 'details'
  return state.selectedTaxonomy ? 'tree' : 'taxonomies'
}

/** One column back. */
export function outOf(state: TaxonomyState): TaxonomyState {
  const out = { ...state, askedAction: undefined, selectedConcept: undefined }
  return columnOf(state) === 'details' ? out : { ...out, ...nothingSelected }
}

export const nothingSelected: TaxonomyState = {
  selectedTaxonomy: undefined,
  selectedConcept: undefined,
  askedAction: undefined,
  latestEditedConceptId: undefined,
  searchText: '',
}

export const ofTaxonomy = (selectedTaxonomy: string): TaxonomyState => ({ ...nothingSelected, selectedTaxonomy })

function makesSense(action: TaxonomyAction, taxonomyId: string | undefined, conceptId: string | undefined): boolean {
  if (action === 'add-taxonomy') return true
  return action === 'edit-concept' ? conceptId !== undefined : taxonomyId !== undefined
}
