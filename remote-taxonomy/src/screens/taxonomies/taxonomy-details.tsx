import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Divider, Stack, Typography } from '@mui/material'
import type { Taxonomy } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { NamedForm } from './named-form.tsx'
import { useChangeTaxonomy, useCreateTaxonomy } from './taxonomies.api.ts'

interface TaxonomyDetailsProps {
  taxonomy: Taxonomy
  onLeftUnsaved: (label: string) => void
  onAddConcept: () => void
  onDelete: () => void
}

export function TaxonomyDetails({ taxonomy, onLeftUnsaved, onAddConcept, onDelete }: TaxonomyDetailsProps) {
  const { t } = useTranslation()
  const changing = usePermission('taxonomies.changeTaxonomy')
  const adding = usePermission('taxonomies.createConcept')
  const deleting = usePermission('taxonomies.deleteTaxonomy')
  const change = useChangeTaxonomy()
  const { taxonomyId } = taxonomy
  return (
    <Stack sx={{ gap: 2 }}>
      <NamedForm
        draftKey={`taxonomy/${taxonomyId}`}
        draftLabel={taxonomy.friendlyName}
        stored={taxonomy}
        permission={changing}
        submitLabel={t('taxonomy.form.save')}
        savedLabel={undefined}
        onLeftUnsaved={onLeftUnsaved}
        onSubmit={async (_named, changes, ifMatch) =>
          (await change.mutateAsync({ params: { taxonomyId }, query: changes, ifMatch })).version
        }
      />
      <Divider />
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <GuardedButton
          permission={adding}
          size="small"
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={onAddConcept}
        >
          {t('taxonomy.tree.add')}
        </GuardedButton>
        <GuardedButton permission={deleting} size="small" color="error" startIcon={<DeleteIcon />} onClick={onDelete}>
          {t('taxonomy.delete.taxonomy')}
        </GuardedButton>
      </Stack>
    </Stack>
  )
}

const nothing = { friendlyName: '', description: '' }

interface NewTaxonomyProps {
  focusName: number | undefined
  onLeftUnsaved: (label: string) => void
  onCreated: (taxonomyId: string) => void
}

export function NewTaxonomy({ focusName, onLeftUnsaved, onCreated }: NewTaxonomyProps) {
  const { t } = useTranslation()
  const permission = usePermission('taxonomies.createTaxonomy')
  const create = useCreateTaxonomy()
  return (
    <NamedForm
      draftKey="new-taxonomy"
      draftLabel={t('taxonomy.new.title')}
      stored={nothing}
      permission={permission}
      submitLabel={t('taxonomy.new.create')}
      savedLabel={t('taxonomy.new.created')}
      focusName={focusName}
      onLeftUnsaved={onLeftUnsaved}
      onSubmit={async (query) => {
        const { taxonomyId, version } = await create.mutateAsync({ query })
        onCreated(taxonomyId)
        return version
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {t('taxonomy.new.hint')}
      </Typography>
    </NamedForm>
  )
}
