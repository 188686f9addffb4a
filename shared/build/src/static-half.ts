import { type AuthoredStaticHalf, contract, type Lead, type Offer, type StaticHalf, textKeysOf } from '@pim/contract'
import { slotVersions } from '@pim/contract/core/contract-versions.ts'
import { fitsSlot, slotNameFault } from '@pim/contract/core/fits.ts'
import { roles } from '@pim/contract/core/roles.ts'
import { linesOf } from '@pim/contract/core/route-line.ts'

export type Ranges = Required<Pick<StaticHalf, 'shellContract' | 'apiContract'>>
type Strings = NonNullable<StaticHalf['strings']>

const lines = linesOf(contract)
const written = 'en-US'

/**
 * What the build makes of a remote.json: calls become the roles that they take, and the texts of the static half are put
 * in. Throws where it names a call, a role, a path or a text that is not there.
 */
export function completed(half: AuthoredStaticHalf, strings: Strings): StaticHalf {
  const { $schema: _schema, ...rest } = half
  const screens = Object.fromEntries(
    Object.entries(half.screens).map(([path, screen]) => [path, withRole(half, screen)]),
  )
  const leads = (list: readonly (Lead & { permission?: string | undefined })[] = []): Lead[] =>
    list.map((lead) => {
      if (!(lead.path in screens)) throw new Error(`remote.json leads to ${lead.path}, which is none of its screens.`)
      return withRole(half, lead)
    })
  for (const { role } of Object.values(half.permissions ?? {})) requireRole(role)
  for (const path of Object.keys(half.firstStrings ?? {}))
    if (!(path in screens)) throw new Error(`remote.json has firstStrings of ${path}, which is none of its screens.`)
  const fault = slotNameFault(half)
  // Defence 366
  if (fault !== undefined) throw new Error(`remote.json: ${fault}`)
  const paths = Object.keys(screens)
  const operatorPaths = paths.filter((path) => screens[path]?.isForOperators)
  const whole = {
    ...rest,
    screens,
    ...(half.commands && { commands: leads(half.commands) }),
    ...(half.menu && { menu: leads(half.menu) }),
    ...(half.fills && { fills: withVersions(half, half.fills) }),
    paths,
    ...(operatorPaths.length > 0 && { operatorPaths }),
  }
  return { ...whole, strings: textsOf(whole, strings) }
}

type Fills<Of> = Readonly<Record<string, Readonly<Record<string, Of>>>>

const areaOf = (slot: string) => slot.split('.', 1)[0]

/** Adds to each fill the range of its slot, which is that of these packages where the team says none. What another section offers is not known here. */
function withVersions(
  half: AuthoredStaticHalf,
  fills: NonNullable<AuthoredStaticHalf['fills']>,
): NonNullable<StaticHalf['fills']> {
  return mapFills(fills, ({ version, ...fill }, slot) => {
    const there = slotVersions[slot] ?? half.slots?.[slot]?.version
    if (there === undefined) {
      const known = Object.keys(slotVersions)
      if (known.some((each) => areaOf(each) === areaOf(slot)) || areaOf(slot) === half.name)
        throw new Error(`remote.json fills ${slot}. The slots are ${known.join(', ')}.`)
      if (version === undefined)
        throw new Error(`remote.json fills ${slot} of another section: its "version" is to be named.`)
      return { ...withRole(half, fill), version }
    }
    if (!fitsSlot(slot, version, { [slot]: there }))
      throw new Error(`remote.json wants ${slot} ${version}; this is ${there}.`)
    return { ...withRole(half, fill), version: version ?? `^${there}` }
  })
}

const mapFills = <From, To>(fills: Fills<From>, map: (fill: From, slot: string) => To) =>
  Object.fromEntries(
    Object.entries(fills).map(([slot, named]) => [
      slot,
      Object.fromEntries(Object.entries(named).map(([name, fill]) => [name, map(fill, slot)])),
    ]),
  )

function requireRole(role: string | undefined): void {
  if (role !== undefined && !roles.some((known) => known === role)) throw new Error(`remote.json: no role is ${role}.`)
}

function withRole<T extends Offer>(half: AuthoredStaticHalf, { permission, ...offer }: T) {
  const { role } = offer
  requireRole(role)
  if (permission === undefined) return offer
  if (permission.includes(':')) {
    const [section, name = ''] = permission.split(':')
    if (section !== half.name || half.permissions?.[name] === undefined)
      throw new Error(`remote.json declares no right ${permission}.`)
    return { ...offer, permission }
  }
  if (role !== undefined) throw new Error(`remote.json: ${offer.titleKey} names a role and a call; one says it.`)
  const line = lines[permission]
  if (line === undefined) throw new Error(`remote.json: no call is ${permission}.`)
  return line.role === undefined ? offer : { ...offer, role: line.role }
}

/** The texts of all keys of the static half, in every language that the section has. */
function textsOf(half: StaticHalf, strings: Strings): Strings {
  const keys = new Set(textKeysOf(half))
  for (const key of keys) {
    if (strings[written]?.[key] === undefined) throw new Error(`remote.json names ${key}, which ${written} lacks.`)
  }
  return Object.fromEntries(
    Object.entries(strings).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => keys.has(key))),
    ]),
  )
}
