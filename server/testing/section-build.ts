import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

/** The files of a small build of a section, by their paths; `remote` and `strings` are put into theirs. */
export function filesOfBuild(
  section: string,
  script: string,
  { remote = {}, strings = {} }: { readonly remote?: object; readonly strings?: object } = {},
): Record<string, string> {
  return {
    'remote.json': JSON.stringify({ name: section, screens: { [`/${section}`]: { titleKey: 't' } }, ...remote }),
    'strings.json': JSON.stringify({ 'en-US': { t: section }, ...strings }),
    'mf-manifest.json': '{}',
    'assets/__federation_expose.1.js': script,
  }
}

/** A tar archive of these files as a part of a form. */
export async function archiveOf(files: Readonly<Record<string, string>>): Promise<Blob> {
  const archive = pack()
  for (const [name, text] of Object.entries(files)) archive.entry({ name }, text)
  archive.finalize()
  return new Blob([new Uint8Array(await buffer(archive))])
}
