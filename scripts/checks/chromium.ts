import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a browser for the tests: from PIM_CHROMIUM, an installed one, or Debian's, which is installed then. */
export function findChromium(log: (line: string) => void): string | undefined {
  const named = process.env.PIM_CHROMIUM
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return installed() ?? install(log)
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find(existsSync)
}

function install(log: (line: string) => void): string | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  log('Installing chromium for the browser tests …')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const step of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = '', ...args] = [...asRoot, ...step]
    const { status, stderr } = spawnSync(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    })
    if (status !== 0) log(`${step.join(' ')} failed: ${stderr.trim().slice(-500)}`)
  }
  return installed()
}
