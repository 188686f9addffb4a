import { useApi } from '@pim/api-client/react'
import type { PlanRequest } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { keptPlanPath } from './kept-plan-path.ts'
import { useProblemWords } from './problem-words.ts'

type KeptRequest = Exclude<PlanRequest, { steps: unknown }>

/** Has the server make and keep a plan, and goes to its screen. */
export function useKeepPlan({ replace = false }: { replace?: boolean } = {}) {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const problemText = useProblemWords()
  const [isPending, setPending] = useState(false)
  const keepPlan = async (body: KeptRequest): Promise<void> => {
    setPending(true)
    try {
      const { planId } = await api.publishPlan.makePlan({ body }, { tenantId })
      if (planId) await navigate(keptPlanPath(planId), { replace })
    } catch (failure) {
      feedback.error(problemText(failure))
    }
    setPending(false)
  }
  return { keepPlan, isPending }
}
