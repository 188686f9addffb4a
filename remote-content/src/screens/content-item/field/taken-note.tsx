import { FormHelperText, Link as MuiLink } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { contentItemPath } from '@pim/content-kit'
import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DraftField } from '../editing/draft-fields.ts'
import type { ItemDraft } from '../editing/item-draft.ts'

interface TakenNoteProps {
  field: Field
  typeName: string
  state: DraftField
  draft: ItemDraft
}

const quiet = 400

/** The early word that another item has this value already; the save itself decides. */
export function TakenNote(props: TakenNoteProps) {
  const { field, state } = props
  const isAsked = field.unique !== undefined && field.unique !== 'none'
  // What stands was let in; what cannot be kept is not asked about; what was refused says so itself.
  if (!isAsked || !state.isEdited || state.errors.length > 0 || behaviourOf(field).isEmpty(state.value)) return null
  return <Taken {...props} />
}

function Taken({ field, typeName, state, draft }: TakenNoteProps) {
  const { t } = useTranslation()
  const typed = JSON.stringify(state.value)
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), quiet)
    return () => clearTimeout(timer)
  }, [typed])
  const { contentVariationId, variationId } = draft.summary().variation
  const { data } = useApiQuery(
    'contentVariation.checkUniqueness',
    {
      body: {
        contentTypeTechnicalName: typeName,
        technicalFieldName: field.technicalName,
        value: state.value,
        contentVariationId,
        variationId,
      },
    },
    { enabled: settled === typed, failureGoesTo: 'screen' },
  )
  const [other] = data?.conflicts ?? []
  return (
    <FormHelperText role="status" error={false} sx={{ mx: 0, color: 'warning.main', '&:empty': { display: 'none' } }}>
      {other && (
        <>
          {t(other.isInherited ? 'content.field.takenByHeir' : 'content.field.taken')}{' '}
          <MuiLink component={Link} to={contentItemPath(other.contentItemId)} color="inherit">
            {other.name}
          </MuiLink>
        </>
      )}
    </FormHelperText>
  )
}
