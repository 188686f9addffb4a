import { ApiError } from '@pim/api-client'
import { isOvertaken as wasOvertaken } from '@pim/api-client/seen-version'
import type { ContentType, Problem } from '@pim/contract'
import { useFeedback, useUnsavedWork } from '@pim/shell'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFreshType, useSaveType } from './content-type.api.ts'
import { changeCount, draftOf, inputOf, isOvertaken, rebased, type TypeDraft } from './type-draft.ts'

/** Key presses that follow each other this quickly, in ms, are undone as one. */
const oneGo = 700
const mostSteps = 100

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

  const [past, setPast] = useState<readonly TypeDraft[]>([])
  const changedAt = useRef(Number.NEGATIVE_INFINITY)

  const show = (next: TypeDraft) => {
    setProblem(undefined)
    if (changeCount(next) === 0) {
      setDraft(undefined)
      unsaved.discard()
      return
    }
    setDraft(next)
    unsaved.keep(next)
  }
  const change = (next: TypeDraft) => {
    const now = performance.now()
    if (now - changedAt.current > oneGo || past.length === 0) setPast([...past, current].slice(-mostSteps))
    changedAt.current = now
    show(next)
  }
  const undo = () => {
    const before = past.at(-1)
    if (!before) return
    changedAt.current = Number.NEGATIVE_INFINITY
    setPast(past.slice(0, -1))
    show(before)
  }
  /** Gives up what was typed; undo brings it back. */
  const discard = () => {
    changedAt.current = Number.NEGATIVE_INFINITY
    setPast([...past, current].slice(-mostSteps))
    show(draftOf(stored))
  }
  /** Another state of the type is the beginning now, which nothing before it can be undone to. */
  const startFrom = (next: TypeDraft) => {
    setPast([])
    show(next)
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
      setPast([])
      setDraft(undefined)
      unsaved.discard()
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
    undo: past.length > 0 ? undo : undefined,
    startAgain: () => startFrom(draftOf(stored)),
    /** What others did meanwhile, with the own changes on top; fields that both changed stay as they are here. */
    keepOnTop: () => startFrom(rebased(current, stored).draft),
    conflicts: problem === 'overtaken' ? rebased(current, stored).conflicts : [],
    submit,
    forgetProblem: () => setProblem(undefined),
  }
}
