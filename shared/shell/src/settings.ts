/** What a section lets people set, as `@pim/shell/settings`. It is declared in `remote.json`. */
import type { DeclaredSetting } from '@pim/contract'
import { type SettingValue, settingName, settingProblem } from '@pim/contract/core/section-settings.ts'
import { useTenant } from './tenant.ts'

/** What of remote.json the compiler needs to know. */
interface DeclaresSettings {
  readonly name: string
  readonly settings: Readonly<Record<string, { readonly default: SettingValue }>>
}

/**
 * The value of a setting that the section declares, `useSetting(remoteJson, 'currency')`: the one of the tenant or of the person,
 * by its scope, and otherwise the default. It has the type of the default, and changes in pages that are open.
 */
export function useSetting<Half extends DeclaresSettings, Key extends keyof Half['settings'] & string>(
  half: Half,
  key: Key,
): Half['settings'][Key]['default'] {
  const { settings } = useTenant()
  const declared = half.settings[key] as Half['settings'][Key]
  const value = settings?.[settingName(half.name, key)]
  // The server may know another build of the section than the one that is open.
  const fits =
    value !== undefined && settingProblem(declared as Half['settings'][Key] & DeclaredSetting, value) === undefined
  return fits ? value : declared.default
}
