import { ApiError } from '@pim/api-client'
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
      if (isOvertaken(current, await freshType(stored.technicalName))) return setProblem('overtaken')
      const { jobId } = await save.mutateAsync({ body: { contentTypes: [inputOf(current)], allowDataLoss } })
      discard()
      feedback.success(t(jobId ? 'settings.type.savedAndWorking' : 'settings.type.saved', { name: label }))
    } catch (error) {
      setProblem(error instanceof ApiError && error.problem ? error.problem : 'failed')
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
