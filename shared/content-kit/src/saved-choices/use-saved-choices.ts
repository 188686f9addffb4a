import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { NewSavedChoice, SavedChoice, SavedChoiceKind } from '@pim/contract'
import { useAccount, useTenant } from '@pim/shell'
import { type Choices, useChoices } from './choices.ts'

export interface SavedChoices<Kind extends SavedChoiceKind> extends Choices<Kind> {
  /** One's own of the same name, shared or not as this one, gives way. */
  readonly save: (choice: NewSavedChoice) => Promise<SavedChoice>
  readonly share: (choice: SavedChoice, isShared: boolean) => Promise<unknown>
  readonly remove: (choice: SavedChoice) => Promise<unknown>
  /** What was removed is saved again. */
  readonly bringBack: (choice: SavedChoice) => Promise<unknown>
}

/** What is saved, without who did it and when. */
function contentOf(choice: SavedChoice): NewSavedChoice {
  const { savedChoiceId: _id, ownerId: _owner, mayChange: _may, version: _version, ...rest } = choice
  const { changedAt: _at, changedBy: _by, ...content } = rest
  return content
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Profiles or views of the tenant, and what is done with them. `enabled`: they are asked for once somebody needs them. */
export function useSavedChoices<Kind extends SavedChoiceKind>(kind: Kind, enabled: boolean): SavedChoices<Kind> {
  const api = useApi()
  const { userId } = useAccount()
  const { externalId: tenantId } = useTenant()
  const there = useChoices(kind, enabled)
  const create = (body: NewSavedChoice) => api.savedChoices.createSavedChoice({ body }, { tenantId })
  const change = ({ savedChoiceId, version }: SavedChoice, body: NewSavedChoice) =>
    api.savedChoices.changeSavedChoice({ params: { savedChoiceId }, body, ifMatch: version }, { tenantId })
  return {
    ...there,
    save: (choice) => {
      const before = there.choices?.find(
        ({ name, isShared, ownerId }) =>
          ownerId === userId && isShared === choice.isShared && sameName(name, choice.name),
      )
      return before ? change(before, choice) : create(choice)
    },
    share: (choice, isShared) => change(choice, { ...contentOf(choice), isShared }),
    bringBack: (choice) => create(contentOf(choice)),
    remove: ({ savedChoiceId, version }) =>
      api.savedChoices.deleteSavedChoice({ params: { savedChoiceId }, ifMatch: version }, { tenantId }),
  }
}

/** Why it was not saved, as keys of which the first that is there has the words. */
export function failureKeys(failure: unknown): string[] {
  const problem = failure instanceof ApiError ? failure.problem : undefined
  if (problem?.fieldErrors?.some(({ code }) => code === 'TOO_MANY' || code === 'TOO_LARGE'))
    return ['kit.saved.failure.tooMany']
  return [`shell.problem.${problem?.code}`, 'kit.saved.failure.other']
}
