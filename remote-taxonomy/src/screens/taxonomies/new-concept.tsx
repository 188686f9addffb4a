import { MenuItem, TextField } from '@mui/material'
import type { Concept } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NamedForm } from './named-form.tsx'
import { useCreateConcept } from './taxonomies.api.ts'
import { shownName } from './tree-moves.ts'

interface NewConceptProps {
  taxonomyId: string
  /** The concept that is selected; none: it goes to the top. */
  below: Concept | undefined
  focusName: number | undefined
  onCreated: (concept: Concept) => void
  onLeftUnsaved: (label: string) => void
}

const nothing = { friendlyName: '', description: '' }

/** Stays open after each one, so that a branch can be typed in one go. */
export function NewConcept({ taxonomyId, below, focusName, onCreated, onLeftUnsaved }: NewConceptProps) {
  const { t } = useTranslation()
  const permission = usePermission('taxonomies.createConcept')
  const create = useCreateConcept()
  const [place, setPlace] = useState<'below' | 'top'>('below')
  const [added, setAdded] = useState<Concept>()
  return (
    <NamedForm
      draftKey={`new-concept/${taxonomyId}`}
      draftLabel={t('taxonomy.concept.newTitle')}
      stored={nothing}
      permission={permission}
      submitLabel={t('taxonomy.concept.create')}
      savedLabel={added && t('taxonomy.concept.created', { name: added.friendlyName })}
      focusName={focusName}
      onLeftUnsaved={onLeftUnsaved}
      onSubmit={async (named) => {
        const parentConceptId = place === 'below' ? (below?.conceptId ?? '') : ''
        const made = await create.mutateAsync({ params: { taxonomyId }, query: { ...named, parentConceptId } })
        setAdded(made)
        onCreated(made)
      }}
    >
      {below && (
        <TextField
          select
          label={t('taxonomy.concept.place')}
          value={place}
          onChange={(event) => setPlace(event.target.value === 'top' ? 'top' : 'below')}
        >
          <MenuItem value="below">{t('taxonomy.concept.below', { name: shownName(below) })}</MenuItem>
          <MenuItem value="top">{t('taxonomy.concept.atTop')}</MenuItem>
        </TextField>
      )}
    </NamedForm>
  )
}
