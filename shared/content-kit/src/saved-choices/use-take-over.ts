import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { NewSavedChoice } from '@pim/contract'
import { useFeedback, usePreference, useTenant } from '@pim/shell'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface Kept {
  readonly name: string
}

const none: readonly never[] = []

/**
 * Saves on the server what this browser has kept under names, before there was a place for it there, and then takes it from the
 * browser, one after the other: so nothing is lost where it ends in between. What the server refuses stays in the browser.
 */
export function useTakeOver<Choice extends Kept>(keptAs: string, choiceOf: (kept: Choice) => NewSavedChoice): void {
  const api = useApi()
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { externalId: tenantId } = useTenant()
  const [kept, keep] = usePreference<readonly Choice[]>(keptAs, none)
  const wasTried = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening of the screen
  useEffect(() => {
    if (kept.length === 0 || wasTried.current) return
    wasTried.current = true
    const takeOver = async () => {
      let left = kept
      const names: string[] = []
      for (const each of kept) {
        try {
          names.push(await saveUnderFreeName(choiceOf(each)))
          left = left.filter((other) => other !== each)
          keep(left)
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure
        }
      }
      const list = new Intl.ListFormat(undefined)
      if (names.length > 0) feedback.success(t('kit.saved.takenOver', { names: list.format(names) }))
      if (left.length > 0)
        feedback.error(t('kit.saved.notTakenOver', { names: list.format(left.map(({ name }) => name)) }))
    }
    /** Another browser may have brought one of the same name, which may be another one. */
    const saveUnderFreeName = async (choice: NewSavedChoice, turn = 1): Promise<string> => {
      const name = turn === 1 ? choice.name : `${choice.name} (${turn})`
      try {
        await api.savedChoices.createSavedChoice({ body: { ...choice, name } }, { tenantId })
        return name
      } catch (failure) {
        const isTaken = failure instanceof ApiError && failure.problem?.code === 'NAME_CONFLICT'
        if (!isTaken || turn === 20) throw failure
        return await saveUnderFreeName(choice, turn + 1)
      }
    }
    void takeOver()
  }, [kept])
}
