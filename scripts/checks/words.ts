// Checks the strings of the screens: each that the code asks for is there, each that is there is used, and every
// language has all of them with the same placeholders. First proves on small trees that each fault is found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { wordFaults } from '../../shared/build/src/words/word-rules.ts'
import { root } from '../workspace.ts'

/** With fewer keys the check has not read the repository, and is broken. */
const minKeys = 1_000

type Tree = Readonly<Record<string, string>>

const whole: Tree = {
  'host/index.html': '<title>{{shell.title}}</title>',
  // Escaped, because it is the text of a file that has a template.
  'host/src/a.tsx': `const modes = ['dark']; t('shell.save', { count }); t(\`shell.theme.\${mode}\`); t('shell.hello', { name }); t('shell.problem.GONE'); t('shell.loading')`,
  'host/locales/en-US.json': JSON.stringify({
    'shell.title': 'Title',
    'shell.save_one': 'Save {{count}} change',
    'shell.save_other': 'Save {{count}} changes',
    'shell.theme.dark': 'Dark',
    'shell.hello': 'Hello {{name}}',
    'shell.problem.GONE': 'It is gone',
    'shell.loading': 'Loading',
  }),
  'host/locales/sv-SE.json': JSON.stringify({
    'shell.title': 'Titel',
    'shell.save_one': 'Spara {{count}} ändring',
    'shell.save_other': 'Spara {{count}} ändringar',
    'shell.theme.dark': 'Mörkt',
    'shell.hello': 'Hej {{name}}',
    'shell.problem.GONE': 'Borta',
    'shell.loading': 'Hämtar',
  }),
}

const changed = (path: string, from: string, to: string): Tree => ({
  ...whole,
  [path]: (whole[path] ?? '').replace(from, to),
})

/** Trees with one planted fault, by a part of the sentence that has to be found. */
const planted: Readonly<Record<string, Tree>> = {
  'asks for "shell.bye", which no': changed('host/src/a.tsx', 'shell.hello', 'shell.bye'),
  'no key in en-US.json looks like that': changed('host/src/a.tsx', 'shell.theme.', 'shell.mode.'),
  '"shell.hello" is used by no screen': changed('host/src/a.tsx', "t('shell.hello', { name })", ''),
  'lacks "shell.theme.dark"': changed('host/locales/sv-SE.json', '"shell.theme.dark":"Mörkt",', ''),
  'lacks "shell.save_other"': changed('host/locales/sv-SE.json', 'shell.save_other', 'shell.save_few'),
  'other placeholders in "shell.hello"': changed('host/locales/sv-SE.json', '{{name}}', '{{nam}}'),
  'an empty text for "shell.hello"': changed('host/locales/sv-SE.json', 'Hej {{name}}', ''),
  'has “…” in "shell.loading"': changed('host/locales/sv-SE.json', 'Hämtar', 'Hämtar…'),
  'which en-US lacks': changed('host/locales/sv-SE.json', '{', '{"shell.old":"Gammal",'),
  'words the problem GONE once more with "a.failure.GONE"': {
    ...whole,
    'remote-a/src/a.ts': "t('a.failure.GONE')",
    'remote-a/locales/en-US.json': '{ "a.failure.GONE": "No longer there" }',
    'remote-a/locales/sv-SE.json': '{ "a.failure.GONE": "Finns inte" }',
  },
  '"shell.title" is in the strings of host and of remote-a': {
    ...whole,
    'remote-a/remote.json': '{ "titleKey": "shell.title" }',
    'remote-a/locales/en-US.json': '{ "shell.title": "Another title" }',
    'remote-a/locales/sv-SE.json': '{ "shell.title": "En annan titel" }',
  },
  'remote-a/locales/sv-SE.json is not there': {
    ...whole,
    'remote-a/remote.json': '{ "titleKey": "a.title" }',
    'remote-a/locales/en-US.json': '{ "a.title": "A" }',
  },
}

function faultsOf(tree: Tree): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pim-words-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return wordFaults(folder).faults
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const broken = faultsOf(whole).map((fault) => `reports what is right: ${fault}`)
for (const [words, tree] of Object.entries(planted)) {
  if (!faultsOf(tree).some((fault) => fault.includes(words))) broken.push(`does not find: ${words}`)
}
const { faults, keyCount } = wordFaults(root)
if (keyCount < minKeys) broken.push(`only ${keyCount} keys were read`)
for (const fault of broken) console.error(`the check is broken: ${fault}`)
for (const fault of faults) console.error(fault)
if (broken.length + faults.length > 0) {
  console.error(`\n${faults.length} faults in ${keyCount} keys. The terms of each language are in CONTEXT.md.`)
  process.exit(1)
}
console.log(`${keyCount} keys are there, used and translated, and each kind of fault was seen to be found.`)
