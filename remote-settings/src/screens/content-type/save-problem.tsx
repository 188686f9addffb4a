import { Alert, Box, Button } from '@mui/material'
import { useProblemText } from '@pim/content-kit'
import type { Problem } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'
import type { TypeDraft } from './type-draft.ts'

interface SaveProblemProps {
  problem: Problem | 'failed' | 'overtaken'
  draft: TypeDraft
  /** Gives up what was typed, for the type as it now is. */
  onStartAgain: () => void
  /** Puts what was typed on top of the type as it now is. */
  onKeep: () => void
  /** Fields that both have changed, as they were stored. */
  conflicts: readonly string[]
}

/** Why a type is not saved, field by field, while what was typed stays. */
export function SaveProblem({ problem, draft, onStartAgain, onKeep, conflicts }: SaveProblemProps) {
  const { t, i18n } = useTranslation()
  const problemText = useProblemText()
  if (problem === 'overtaken') {
    return (
      <Alert
        severity="warning"
        sx={{ mb: 1.5, flex: 'none' }}
        action={
          <>
            <Button color="inherit" size="small" onClick={onKeep}>
              {t('settings.type.keepOnTop')}
            </Button>
            <Button color="inherit" size="small" onClick={onStartAgain}>
              {t('settings.type.startAgain')}
            </Button>
          </>
        }
      >
        {t('settings.type.overtaken')}
        {conflicts.length > 0 &&
          ` ${t('settings.type.conflicts', {
            names: new Intl.ListFormat(i18n.language).format(
              conflicts.map((name) => {
                const field = draft.base.fields.find(({ technicalName }) => technicalName === name)
                return inLanguage(field?.friendlyName, i18n.language, name)
              }),
            ),
          })}`}
      </Alert>
    )
  }
  const errors = problem === 'failed' ? [] : (problem.fieldErrors ?? [])
  const fieldAt = (place: string) => draft.fields[Number(/\.fields\[(\d+)\]/.exec(place)?.[1])]?.field
  return (
    <Alert severity="error" sx={{ mb: 1.5, flex: 'none' }}>
      {problem === 'failed' ? t('settings.notSaved') : problemText(problem)}
      {errors.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {errors.map(({ technicalFieldName, message }) => {
            const field = fieldAt(technicalFieldName)
            return (
              <li key={`${technicalFieldName} ${message}`}>
                {field && <strong>{`${inLanguage(field.friendlyName, i18n.language, field.technicalName)}: `}</strong>}
                {message}
              </li>
            )
          })}
        </Box>
      )}
    </Alert>
  )
}
