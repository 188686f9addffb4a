import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { NewSavedChoice, SavedChoice } from '@pim/contract'

/** For tests: a server that keeps profiles and views, as the real one does for the person `u1`. It refuses one of the name `refused`. */
export function savedChoicesServer(before: readonly NewSavedChoice[] = [], refused?: string) {
  let count = 0
  const stored = (choice: NewSavedChoice, version: number, savedChoiceId = idOf(++count)): SavedChoice => ({
    ...choice,
    savedChoiceId,
    ownerId: 'u1',
    mayChange: true,
    version,
    changedAt: '2026-01-01T00:00:00Z',
    changedBy: 'u1',
  })
  let choices = before.map((each) => stored(each, 1))
  const isTaken = ({ kind, name, isShared }: NewSavedChoice, but?: string) =>
    choices.some(
      (each) => each.savedChoiceId !== but && each.kind === kind && each.name === name && each.isShared === isShared,
    )
  const find = (savedChoiceId: string, { headers }: Request) => {
    const found = choices.find((each) => each.savedChoiceId === savedChoiceId)
    if (!found) throw new Refusal('NOT_FOUND')
    if (headers.get('if-match') !== `"${found.version}"`) throw new Refusal('PRECONDITION_FAILED')
    return found
  }
  const handlers: Handlers = {
    'savedChoices.getSavedChoices': ({ query }) =>
      choices.filter(({ kind }) => query.kind === undefined || kind === query.kind),
    'savedChoices.createSavedChoice': ({ body: choice }) => {
      if (choice.name === refused) throw new Refusal('INVALID_REQUEST')
      if (isTaken(choice)) throw new Refusal('NAME_CONFLICT')
      const made = stored(choice, 1)
      choices = [...choices, made]
      return made
    },
    'savedChoices.changeSavedChoice': ({ params: { savedChoiceId }, body: choice, request }) => {
      const found = find(savedChoiceId, request)
      if (isTaken(choice, savedChoiceId)) throw new Refusal('NAME_CONFLICT')
      const changed = stored(choice, found.version + 1, savedChoiceId)
      choices = choices.map((each) => (each === found ? changed : each))
      return changed
    },
    'savedChoices.deleteSavedChoice': ({ params: { savedChoiceId }, request }) => {
      const found = find(savedChoiceId, request)
      choices = choices.filter((each) => each !== found)
    },
  }
  return { handlers, names: () => choices.map(({ name, isShared }) => (isShared ? `${name} (shared)` : name)) }
}

const idOf = (number: number): string => `00000000-0000-7000-8000-${String(7_000 + number).padStart(12, '0')}`
