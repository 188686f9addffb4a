import { ApiError } from '@pim/api-client'
import { isOvertaken as wasOvertaken } from '@pim/api-client/seen-version'
import type { ContentType, Problem } from '@pim/contract'
import { useFeedback, useUnsavedWork } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFreshType, useSaveType } from './content-type.api.ts'
import { changeCount, draftOf, inputOf, isOvertaken, type TypeDraft } from './type-draft.ts'

/** A content type being changed: kept in the browser until it is saved, and never saved over what others did. */
export function useTypeDraft(stored: ContentType, label: string) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const unsaved = useUnsavedWork<TypeDraft>(`content-type/${stored.technicalName}`, label)
  const [draft, setDraft] = useState<TypeDraft | undefined>(unsaved.found)
  const [problem, setProblem] = useState<Problem | 'failed' | 'overtaken'>()
  const [isSaving, setSaving] = useState(false)
  const freshType = useFreshType()
  const save = useSaveType()
  const current = draft ?? draftOf(stored)

  const change = (next: TypeDraft) => {
    setProblem(undefined)
    if (changeCount(next) === 0) return discard()
    setDraft(next)
    unsaved.keep(next)
  }
  const discard = () => {
    setProblem(undefined)
    setDraft(undefined)
    unsaved.discard()
  }
  const submit = async (allowDataLoss: boolean) => {
    setSaving(true)
    setProblem(undefined)
    try {
      // The call takes the whole type: whoever changed it meanwhile would find their part undone.
      const fresh = await freshType(stored.technicalName)
      if (isOvertaken(current, fresh)) return setProblem('overtaken')
      const body = { contentTypes: [inputOf(current)], allowDataLoss }
      // The version closes the moment between this look and the save.
      const { jobId } = await save.mutateAsync({ body, ifMatch: fresh.version })
      discard()
      feedback.success(t(jobId ? 'settings.type.savedAndWorking' : 'settings.type.saved', { name: label }))
    } catch (error) {
      const refused = error instanceof ApiError ? error.problem : undefined
      setProblem(wasOvertaken(refused) ? 'overtaken' : (refused ?? 'failed'))
    } finally {
      setSaving(false)
    }
  }
  return {
    draft: current,
    count: changeCount(current),
    problem,
    isSaving,
    wasFound: unsaved.found !== undefined && draft !== undefined,
    change,
    discard,
    submit,
    forgetProblem: () => setProblem(undefined),
  }
}
