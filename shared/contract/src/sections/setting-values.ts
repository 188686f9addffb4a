import { z } from 'zod'
import { declaredNamePattern } from '../core/names.ts'
import { maxKeptSettings } from '../core/section-settings.ts'
import { maxSettingText } from './declared-setting.ts'

/** What its kind takes is told by the section that declares it. */
export const settingValueSchema = z.union([z.boolean(), z.number(), z.string().max(maxSettingText)])

/** By section and key. Null gives a setting back: it is then as its section declares. */
export const chosenSettingsSchema = z
  .record(z.string().regex(declaredNamePattern, 'is section:key'), settingValueSchema.nullable())
  .refine((chosen) => Object.keys(chosen).length <= maxKeptSettings, `has at most ${maxKeptSettings} entries`)
export type ChosenSettings = z.infer<typeof chosenSettingsSchema>
