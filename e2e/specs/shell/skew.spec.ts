import type { Locator, Page } from '@playwright/test'
import { earlierReleases, type Release, today } from '../../fixtures/earlier-releases.ts'
import { type MixedInstallation, mixedInstallation } from '../../fixtures/mixed-installation.ts'
import { expect, test } from '../../fixtures/pim.ts'

interface Section {
  readonly name: string
  readonly title: string
  readonly path: string
  /** An action that shows that it works. */
  works(page: Page): Promise<void>
}

const sections: readonly Section[] = [
  {
    name: 'content',
    title: 'Content',
    path: '/content-items',
    async works(page) {
      const links = page.locator('tr[data-row]').getByRole('link')
      await searchOne(page, links)
      await links.first().click()
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).not.toHaveValue('')
    },
  },
  {
    name: 'media',
    title: 'Media',
    path: '/media-items',
    works: (page) => searchOne(page, page.getByText(/\.jpg$/)),
  },
  {
    name: 'taxonomy',
    title: 'Taxonomy',
    path: '/taxonomies',
    async works(page) {
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page.getByRole('treeitem').first()).toBeVisible()
    },
  },
  {
    name: 'settings',
    title: 'Settings',
    path: '/settings/api-keys',
    async works(page) {
      await page.getByRole('button', { name: 'New key' }).click()
      await expect(page.getByRole('dialog', { name: 'New key' })).toBeVisible()
    },
  },
]

let earlier: Release[]
let installation: MixedInstallation

// Earlier releases name other versions of what the shell lends, of which the federation runtime tells the console; the shell goes by its contract.
test.use({
  trace: 'off',
  expectedComplaints: /^\[ Federation Runtime \] Version \S+ from \S+ of shared singleton module @pim\//,
})
test.beforeAll(async ({ baseURL }) => {
  // The first run of a checkout builds the earlier releases.
  test.setTimeout(300_000)
  earlier = await earlierReleases((line) => console.log(`  ${line}`))
  test.skip(earlier.length === 0, 'this clone has no history of earlier releases')
  installation = await mixedInstallation(baseURL ?? '', Number(process.env.PIM_E2E_DEV_PORT))
})
test.afterAll(() => installation?.stop())

test('sections and shells of two earlier releases work with today’s, or say that they do not fit before any code runs', {
  tag: '@whole',
}, async ({ page, signIn }) => {
  test.setTimeout(300_000)
  const [oldest = today, last = today] = earlier
  const media = sections.filter(({ name }) => name === 'media')
  page.setDefaultTimeout(60_000)
  await signIn('admin', `${installation.origin}/prototype`)
  for (const { shell, release, outcome, of = sections } of [
    { shell: today, release: oldest, outcome: works },
    { shell: today, release: last, outcome: works },
    { shell: last, release: today, outcome: refuses },
    { shell: oldest, release: today, outcome: refuses },
    // So that a refusal is not only a shell that is broken here.
    { shell: last, release: last, outcome: works, of: media },
    { shell: oldest, release: oldest, outcome: works, of: media },
  ]) {
    installation.use({ shell, sections: release })
    for (const section of of) {
      await test.step(`${section.name} of ${release.version} in the shell of ${shell.version}`, async () => {
        const tab = page
          .getByRole('navigation', { name: 'Sections' })
          .getByRole('link', { name: section.title, exact: true })
        // A page for each pair; the settings are in no tab.
        if (section === of[0] || (await tab.count()) === 0) await page.goto(installation.origin + section.path)
        else await tab.click()
        await outcome(page, section)
      })
    }
  }
})

/** Searches a list for the name of its first row, and waits until others are gone and this one is still there. */
async function searchOne(page: Page, names: Locator): Promise<void> {
  await expect(names.first()).toBeVisible()
  let all: string[] = []
  const read = async () => {
    all = await names.allTextContents()
    return all.length
  }
  // Read and counted at once: a list may be drawn anew between two looks at it.
  await expect.poll(read).toBeGreaterThan(1)
  const [name = ''] = all
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect.poll(() => names.count()).toBeLessThan(all.length)
  await expect(names.filter({ hasText: name }).first()).toBeVisible()
}

const works = (page: Page, section: Section) => section.works(page)

async function refuses(page: Page, { name, title }: Section): Promise<void> {
  const panel = page.getByRole('alert').filter({ hasText: `${title} is not available` })
  await expect(panel).toContainText(`${title} was built for another version of this product`)
  const ran = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((each) => (each as PerformanceResourceTiming).initiatorType === 'script')
      .map((each) => new URL(each.name).pathname),
  )
  expect(ran.filter((path) => path.startsWith(`/remotes/${name}/`))).toEqual([])
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link').first()).toBeVisible()
}
