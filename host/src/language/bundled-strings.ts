import kitStrings from '@pim/content-kit/locales/en-US.json'
import sharedStrings from '@pim/shell/locales/en-US.json'
import uiStrings from '@pim/ui/locales/en-US.json'
import strings from '../../locales/en-US.json'

/** All English strings of the shell and of what it lends: fetched where the server's did not come, or lack one. */
export const bundledStrings: Readonly<Record<string, string>> = {
  ...uiStrings,
  ...sharedStrings,
  ...kitStrings,
  ...strings,
}
