import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The new section's package.json: a copy of an existing section's, so that the dependencies are written once. */
function manifest(name: string): string {
  const model = JSON.parse(readFileSync(join(root, 'remote-media', 'package.json'), 'utf8'))
  return json({ ...model, name: `@pim/remote-${name}` })
}

/** The texts of all files of a new section, by path: one screen, its strings and its test. */
export function sectionFiles(name: string, position: number): Readonly<Record<string, string>> {
  const Screen = pascal(name)
  const screenFolder = `src/screens/${name}`
  return {
    'package.json': manifest(name),
    'remote.json': json({
      name,
      titleKey: `${name}.section.title`,
      position,
      paths: [`/${name}`],
      icon: 'M4 4h16v16H4V4Zm2 2v12h12V6H6Z',
    }),
    'tsconfig.json': `{ "extends": "../tsconfig.web.json", "include": ["src", "*.ts"], "compilerOptions": { "types": ["node"] } }\n`,
    'rsbuild.config.ts': `import { remoteConfig } from '@pim/build'\n\nexport default remoteConfig(import.meta.url)\n`,
    'rstest.config.ts': `export { webTests as default } from '@pim/build/web-tests.ts'\n`,
    'locales/en-US.json': json({
      [`${name}.section.title`]: Screen,
      [`${name}.empty.title`]: `Nothing in ${Screen} yet`,
      [`${name}.empty.description`]: 'Say here what this place is for, and offer the first step.',
    }),
    // Every language of the product, so that the check of the words passes; a translator comes to them later.
    'locales/de-DE.json': json({
      [`${name}.section.title`]: Screen,
      [`${name}.empty.title`]: `Noch nichts in ${Screen}`,
      [`${name}.empty.description`]:
        'Sagen Sie hier, wofür dieser Bereich da ist, und bieten Sie den ersten Schritt an.',
    }),
    'locales/sv-SE.json': json({
      [`${name}.section.title`]: Screen,
      [`${name}.empty.title`]: `Inget i ${Screen} ännu`,
      [`${name}.empty.description`]: 'Säg här vad platsen är till för, och erbjud det första steget.',
    }),
    'src/remote.tsx': `import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import { ${Screen} } from './screens/${name}/${name}.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition = {
  strings: { 'en-US': strings },
  routes: [{ path: '/${name}', element: <${Screen} /> }],
}
`,
    [`${screenFolder}/${name}.tsx`]: `import { EmptyState, PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'

export function ${Screen}() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('${name}.section.title')} />
      <EmptyState title={t('${name}.empty.title')} description={t('${name}.empty.description')} />
    </>
  )
}
`,
    [`${screenFolder}/${name}.test.tsx`]: `import { TestShell } from '@pim/shell/testing'
import { describe, expect, it } from '@rstest/core'
import { render, screen } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

describe('the ${name} screen', () => {
  it('shows its purpose while it is empty', async () => {
    render(<TestShell routes={remote.routes} at="/${name}" strings={strings} server={{}} />)
    expect(await screen.findByRole('heading', { name: strings['${name}.section.title'] })).toBeDefined()
    expect(screen.getByText(strings['${name}.empty.title'])).toBeDefined()
  })
})
`,
  }
}
