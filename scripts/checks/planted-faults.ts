import { type NamedTest, runner } from './defences.ts'

/** A fault as somebody could make it: text of a file, once in it, with what stands in its place. */
export interface PlantedFault {
  readonly name: string
  readonly path: string
  readonly from: string
  readonly to: string
  readonly tests: readonly NamedTest[]
}

/** One for each kind of harm, and what of the usual test run finds it. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a tenant that is not asked for',
    path: 'server/src/modules/saved-choices/saved-choice.repository.ts',
    from: `    select \${columns} from saved_choice
    where tenant_id = \${tenantId} and saved_choice_id = \${savedChoiceId}\``,
    to: `    select \${columns} from saved_choice
    where saved_choice_id = \${savedChoiceId}\``,
    tests: [
      {
        path: 'server/src/http/isolation.test.ts',
        title: 'is by the statements alone the same as an unknown id to %s',
      },
    ],
  },
  {
    name: 'a lost update',
    path: 'server/src/modules/content/domain/merge.ts',
    from: 'else if (!isSameSlot(base, mine)) conflicts.push({ name, base, mine, theirs })',
    to: 'else if (!isSameSlot(base, mine)) apply.set(name, mine)',
    tests: [
      {
        path: 'server/src/modules/content/domain/merge.test.ts',
        title: 'refuses an edit to a field that somebody else has changed, with all three values',
      },
      {
        path: 'server/src/modules/content/races.test.ts',
        title: 'who edit the same field of the same version: one wins, and all others are told',
      },
    ],
  },
  {
    name: 'an open route',
    path: 'server/src/http/guard.ts',
    from: "if (route.role !== undefined && !hasRoleInEveryTenant(user, route.role)) throw new Problem('FORBIDDEN')",
    to: 'void hasRoleInEveryTenant(user, route.role ?? roles[0])',
    tests: [
      { path: 'server/src/http/walk.test.ts', title: 'answers 403 to a person who has the role in one tenant only' },
    ],
  },
  {
    name: 'a broken link',
    path: 'server/src/modules/content/operations/delete-item.ts',
    from: "if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })",
    to: "if (usedBy.length > 1) throw new Problem('IN_USE', { usedBy })",
    tests: [
      {
        path: 'server/src/modules/content/operations/items.test.ts',
        title: 'stands in the way of a deletion, which says by what',
      },
    ],
  },
  {
    name: 'a wrong fallback',
    path: 'server/src/modules/content/domain/fallback.ts',
    from: 'links.find((link) => Object.hasOwn(link.own, name))',
    to: 'links.findLast((link) => Object.hasOwn(link.own, name))',
    tests: [
      {
        path: 'server/src/modules/content/domain/fallback.test.ts',
        title: 'takes the own value, or the nearest ancestor’s',
      },
    ],
  },
  {
    name: 'a hung section',
    path: 'host/src/remotes/section-loader.ts',
    from: ' ms.`))\n    }, deadline)',
    to: ' ms.`))\n    }, 100 * deadline)',
    tests: [{ path: 'host/src/remotes/section-loader.test.ts', title: 'that hangs is given up at the deadline' }],
  },
  {
    name: 'a missing text',
    path: 'host/locales/de-DE.json',
    from: '  "shell.logout": "Abmelden",\n',
    to: '',
    tests: [{ path: runner, title: 'words' }],
  },
  {
    name: 'an unsafe cell',
    path: 'server/src/modules/exchange/files/csv-cells.ts',
    from: '(runs.test(text) ?',
    to: "(text.startsWith('=') ?",
    tests: [
      {
        path: 'server/src/modules/exchange/files/csv-cells.test.ts',
        title: 'has nothing that a spreadsheet runs, whatever it takes for the separator',
      },
    ],
  },
  {
    name: 'an index entry that is left behind',
    path: 'server/src/modules/content/operations/purge-item.ts',
    from: '  await writeIndex(trx, tenantId, [{ before: indexedItem(item), after: null }])\n',
    to: '',
    tests: [
      {
        path: 'server/src/modules/content/operations/items.test.ts',
        title: 'can be removed for good, with everything that hung on it',
      },
    ],
  },
  {
    name: 'a wrong role',
    path: 'shared/contract/src/content-item/routes.ts',
    from: "that no other item has',\n    access: 'tenant',\n    role: 'admin',",
    to: "that no other item has',\n    access: 'tenant',\n    role: 'publisher',",
    tests: [
      { path: runner, title: 'openapi' },
      {
        path: 'server/src/modules/content/operations/items.test.ts',
        title: 'can be removed for good, with everything that hung on it',
      },
    ],
  },
]

/** The text with the fault. Throws where its place is not there, or not once. */
export function withFault(text: string, { name, from, to }: Pick<PlantedFault, 'name' | 'from' | 'to'>): string {
  const [before = '', after, ...more] = text.split(from)
  if (after === undefined || more.length > 0) throw new Error(`${name}: its text is not in the file once`)
  return before + to + after
}
