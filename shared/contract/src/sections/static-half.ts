import { z } from 'zod'
import { declarationProblem } from '../core/section-settings.ts'
import { declaredSettingSchema } from './declared-setting.ts'

/** A text by its key in the section's strings. */
const keySchema = z.string().min(1)
const pathSchema = z.string().startsWith('/')

/**
 * What may be offered, to whom: each condition that is there has to hold. A role or a toggle that is not known holds for
 * nobody, so it is read as any text. Other conditions than these cannot be left out by a reader, so they are refused.
 */
const offerSchema = z.strictObject({
  titleKey: keySchema,
  /** The least role in the tenant. */
  role: z.string().optional(),
  featureToggle: z.string().optional(),
  /** A right that the section itself declares, with its name before it: `orders:approve`. One that is not known holds for nobody. */
  permission: z.string().optional(),
  /**
   * For those who run the installation, whatever their role is. Asks for nothing of a tenant, so the shell opens it to them
   * also where the tenant is paused, or where there is none.
   */
  isForOperators: z.literal(true).optional(),
})
export type Offer = z.infer<typeof offerSchema>

/** Leads to one of the section's screens. */
const leadSchema = offerSchema.extend({
  path: pathSchema,
  /** More words that the palette finds it by. */
  keywordsKey: keySchema.optional(),
})
export type Lead = z.infer<typeof leadSchema>

/** A part of another screen, in one of its slots. */
const fillSchema = offerSchema.extend({
  /** Smaller ones come first. */
  position: z.number().int().optional(),
  /** The range of the slot's version that it needs; the build writes that of the packages where the team says none. */
  version: z.string().optional(),
})
export type FillOffer = z.infer<typeof fillSchema>

export const fillNameSchema = z
  .string()
  .max(60)
  .regex(/^[a-z][A-Za-z0-9]*$/, 'begins with a small letter and has letters and digits alone')
/** `item.panel`. One that the shell does not have is left out, so this takes any. */
export const slotNameSchema = z
  .string()
  .max(60)
  .regex(/^[a-z]+(\.[a-z][A-Za-z]*)+$/, 'is written as item.panel')

/** A place in a screen of the section that other sections fill. */
const offeredSlotSchema = z.strictObject({
  titleKey: keySchema,
  /** Of what it gives, counted by the team: another first number where a fill that works now would not any more. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'is written as 1.0.0'),
})

/** A right that a section declares. Who has it is up to the role: this least one, or another that the tenant has chosen. */
const declaredPermissionSchema = z.strictObject({
  titleKey: keySchema,
  helpKey: keySchema.optional(),
  role: z.string(),
})

const declaredKeySchema = z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/)
const declaredSettingsSchema = z.record(declaredKeySchema, declaredSettingSchema).superRefine((settings, context) => {
  const message = declarationProblem(settings)
  // Defence 350
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const stringsSchema = z.record(z.string(), z.record(z.string(), z.string()))

/**
 * The static half of a section, `remote.json`: what the shell knows and shows of it before, and without, its code. The build
 * adds to what the section's team writes.
 */
export const staticHalfSchema = z.object({
  name: z.string(),
  titleKey: keySchema.optional(),
  /** Path data of a drawing in a 24 px box, for the bottom bar of small screens. */
  icon: z.string().optional(),
  /** The section is there only for tenants with this toggle. */
  featureToggle: z.string().optional(),
  /** Where the shell offers it; left out: in the switcher. `menu`: with what one works in, and by ⌘K. */
  placement: z.enum(['switcher', 'menu']).optional(),
  position: z.number().int().optional(),
  /** By path, as react-router writes paths: `/orders/:orderId`. The first one is where the switcher leads. */
  screens: z.record(pathSchema, offerSchema).optional(),
  /** Rights of the section's own, by their names within it: `approve`, which is `orders:approve` elsewhere. */
  permissions: z.record(declaredKeySchema, declaredPermissionSchema).optional(),
  /** Settings of the section's own, by their keys within it: `currency`, which is `orders:currency` elsewhere. */
  settings: declaredSettingsSchema.optional(),
  /** Lines of the palette. */
  commands: z.array(leadSchema).optional(),
  /** Lines of the menu of the tenant. */
  menu: z.array(leadSchema).optional(),
  /** Its fills in slots of other screens, by slot and a name of its own. */
  fills: z.record(slotNameSchema, z.record(fillNameSchema, fillSchema)).optional(),
  /** Slots of its own, by names that begin with that of the section: `orders.orderPanel`. */
  slots: z.record(slotNameSchema, offeredSlotSchema).optional(),
  /**
   * By the path of a screen: how the keys begin of the texts that it shows at first, as `orders.list`. The others follow a moment
   * later. Left out: all texts of the section, and of the packages that sections share, come at first.
   */
  firstStrings: z.record(pathSchema, z.array(keySchema)).optional(),

  /** All below is written by the build. Ranges of the shell's and of the API's contract that it needs, as `^1.6.0`. */
  shellContract: z.string().optional(),
  apiContract: z.string().optional(),
  /** The texts of the keys above, by language and key. */
  strings: stringsSchema.optional(),
  /**
   * The keys of `screens` in their order, which not every store keeps; and what shells before contract 2.0 read in place of
   * `screens`. A build of a section for such a shell has these alone.
   */
  paths: z.array(z.string()).optional(),
  /** Those of them that are for operators. */
  operatorPaths: z.array(z.string()).optional(),
})
export type StaticHalf = z.infer<typeof staticHalfSchema>

/** The keys of all texts that a static half names. */
export function textKeysOf(half: StaticHalf): string[] {
  const { permissions = {}, settings = {}, screens = {}, commands = [], menu = [], fills = {}, slots = {} } = half
  const declared = [...Object.values(permissions), ...Object.values(settings)]
  const options = Object.values(settings).flatMap((setting) => (setting.kind === 'choice' ? setting.options : []))
  const ofFills = Object.values(fills).flatMap((named) => Object.values(named))
  const titled = [
    ...declared,
    ...options,
    ...Object.values(screens),
    ...commands,
    ...menu,
    ...ofFills,
    ...Object.values(slots),
  ]
  return [
    half.titleKey,
    ...titled.map(({ titleKey }) => titleKey),
    ...declared.map(({ helpKey }) => helpKey),
    ...commands.map(({ keywordsKey }) => keywordsKey),
  ].filter((key) => key !== undefined)
}

const writtenByBuild = {
  shellContract: true,
  apiContract: true,
  strings: true,
  paths: true,
  operatorPaths: true,
} as const

/** In place of a role: also the call that it takes, whose least role the contract names: `contentItem.createItem`. */
const authored = { permission: z.string().optional() }

/** What the team of a section writes. */
export const authoredStaticHalfSchema = z.strictObject({
  ...staticHalfSchema.omit(writtenByBuild).required({ titleKey: true, position: true }).shape,
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z][a-z0-9]*$/, 'is lower-case letters and digits'),
  screens: z
    .record(pathSchema, offerSchema.extend(authored))
    .refine((screens) => Object.keys(screens).length > 0, 'has at least one screen'),
  commands: z.array(leadSchema.extend(authored)).optional(),
  menu: z.array(leadSchema.extend(authored)).optional(),
  fills: z.record(slotNameSchema, z.record(fillNameSchema, fillSchema.extend(authored))).optional(),
})
export type AuthoredStaticHalf = z.infer<typeof authoredStaticHalfSchema>
