import { z } from 'zod'
import type { Surface } from './declarations.ts'
import { type Change, differingLines, nextVersion } from './versions.ts'

const declarationSchema = z.object({ lines: z.array(z.string()), uses: z.array(z.string()) })

/** A module that the shell lends: what it offers, and since which version of the contract each part is as it is. */
const moduleSchema = z.object({
  /** Of a library of others its release, without the patch. */
  release: z.string().optional(),
  since: z.string(),
  members: z.record(z.string(), z.object({ since: z.string(), declaration: z.string().optional() })),
  declarations: z.record(z.string(), declarationSchema).default({}),
})

/** A slot has a version of its own, because a section that fills it is left out there alone where it does not fit. */
const slotSchema = z.object({ version: z.string(), given: z.string() })
type Slots = Readonly<Record<string, z.infer<typeof slotSchema>>>

export const shellContractSchema = z.object({
  version: z.string(),
  slots: z.record(z.string(), slotSchema).default({}),
  modules: z.record(z.string(), moduleSchema),
})
export type ShellContract = z.infer<typeof shellContractSchema>
type Module = z.infer<typeof moduleSchema>

/** A lent module as it is now: a package of ours with its declarations, or a library with the names that are lent. */
export type LentModule = Surface | { readonly release: string; readonly names: readonly string[] }

/** The report of what the shell offers now, as far as it is the same with the versions of the report before it. */
export function shellReport(
  offered: Readonly<Record<string, LentModule>>,
  before: ShellContract,
  version: string,
  compatible: readonly string[] = [],
): ShellContract {
  const modules = Object.entries(offered).map(([name, lent]): [string, Module] => {
    const old = before.modules[name]
    const now = asModule(lent)
    const since = old !== undefined && old.release === now.release ? old.since : version
    const members = Object.entries(now.members).map(([member, { declaration }]) => {
      const known = old?.members[member]
      const isSame =
        known !== undefined && old !== undefined && textOf(old, member).join() === textOf(now, member).join()
      return [
        member,
        { since: isSame ? known.since : version, ...(declaration === undefined ? {} : { declaration }) },
      ] as const
    })
    return [name, { ...now, since, members: Object.fromEntries(members) }]
  })
  const report = { version, slots: {}, modules: Object.fromEntries(modules) }
  return { ...report, slots: slotsOf(report, before, compatible) }
}

const slotModule = '@pim/shell/slots'
const slotTable = 'SlotGiven'

/** The types of slots have versions of their own, so that a change of one is no break of all that the shell offers. */
const isOfSlots = (type: string): boolean => type.endsWith('Given') || type === 'SlotName'

/** The slots with what each gives, by the type that lists them. */
function slotsOf(after: ShellContract, before: ShellContract, compatible: readonly string[]): Slots {
  const [module, old] = [after.modules[slotModule], before.modules[slotModule]]
  const key = module?.members[slotTable]?.declaration
  if (module === undefined || key === undefined) return {}
  const lines = module.declarations[key]?.lines ?? []
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, slot, given = ''] = /'([\w.]+)': (\w+);/.exec(line) ?? []
      if (slot === undefined) return []
      const known = before.slots[slot]
      if (known === undefined || old === undefined) return [[slot, { version: known?.version ?? '1.0.0', given }]]
      const isSame = textOf(old, known.given).join() === textOf(module, given).join()
      const kind = compatible.includes(given) ? 'extended' : 'changed'
      return [[slot, { version: nextVersion(known.version, isSame ? [] : [{ what: slot, kind, lines: [] }]), given }]]
    }),
  )
}

const asModule = (lent: LentModule): Module =>
  'names' in lent
    ? {
        release: lent.release,
        since: '',
        members: Object.fromEntries([...lent.names].sort().map((name) => [name, { since: '' }])),
        declarations: {},
      }
    : {
        since: '',
        members: Object.fromEntries(
          Object.entries(lent.members).map(([name, declaration]) => [name, { since: '', declaration }]),
        ),
        declarations: Object.fromEntries(
          Object.entries(lent.declarations).map(([key, { lines, uses }]) => [
            key,
            { lines: [...lines], uses: [...uses] },
          ]),
        ),
      }

/** What differs between two reports. `extends` names members whose new declaration takes all that the old one took. */
export function shellChanges(
  before: ShellContract,
  after: ShellContract,
  compatible: readonly string[] = [],
): Change[] {
  const names = [...new Set([...Object.keys(before.modules), ...Object.keys(after.modules)])]
  return names.flatMap((name): Change[] => {
    const [old, now] = [before.modules[name], after.modules[name]]
    if (now === undefined) return [{ what: name, kind: 'removed', lines: [] }]
    if (old === undefined) return [{ what: name, kind: 'added', lines: [] }]
    const members = [...new Set([...Object.keys(old.members), ...Object.keys(now.members)])]
    return [
      ...releaseChange(name, old.release, now.release),
      ...members.flatMap((member): Change[] => {
        const what = `${member} of ${name}`
        if (!(member in now.members)) return [{ what, kind: 'removed', lines: [] }]
        if (!(member in old.members)) return [{ what, kind: 'added', lines: [] }]
        const lines = differingLines(textOf(old, member), textOf(now, member))
        const isSame = textOf(old, member).join() === textOf(now, member).join()
        const isCompatible = compatible.includes(member) || (name === slotModule && isOfSlots(member))
        return isSame ? [] : [{ what, kind: isCompatible ? 'extended' : 'changed', lines }]
      }),
    ]
  })
}

function releaseChange(what: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return []
  const isMajor = before?.split('.')[0] !== after?.split('.')[0]
  return [{ what, kind: isMajor ? 'changed' : 'extended', lines: [`- ${before}`, `+ ${after}`] }]
}

/** The lines of all declarations that a member leads to, without those of the slots, which it may name. */
function textOf(module: Module, member: string): string[] {
  const first = module.members[member]?.declaration
  const seen = new Set(first === undefined ? [] : [first])
  for (const key of seen) {
    for (const use of module.declarations[key]?.uses ?? [])
      if (use === first || !use.endsWith(`#${slotTable}`)) seen.add(use)
  }
  return [...seen].flatMap((key) => module.declarations[key]?.lines ?? [])
}
