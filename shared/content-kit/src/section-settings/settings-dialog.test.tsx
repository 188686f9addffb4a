import type { ChosenSettings, DeclaredSetting, SectionSetting } from '@pim/contract'
import { TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import kitStrings from '../../locales/en-US.json'
import { SettingsDialog } from './index.ts'

afterEach(cleanup)

const strings = {
  ...uiStrings,
  ...kitStrings,
  'shell.fieldError.TOO_BIG': 'Too much.',
  'shell.fieldError.TOO_BIG.max': 'At most {{max}}.',
  'shell.fieldError.NOT_A_NUMBER': 'No number.',
  'orders.limit': 'Limit',
  'orders.limitHelp': 'In euros.',
  'orders.currency': 'Currency',
  'orders.currency.SEK': 'Krona',
  'orders.note': 'Note',
  'orders.isDense': 'Dense',
}
const setting = (key: string, declared: DeclaredSetting, value: SectionSetting['value']): SectionSetting => ({
  setting: `orders:${key}`,
  declared,
  value,
})
const of = (key: string) => ({ scope: 'tenant', titleKey: `orders.${key}` }) as const
const options = ['EUR', 'SEK'].map((value) => ({ value, titleKey: `orders.currency.${value}` }))
const all = [
  setting('limit', { ...of('limit'), kind: 'number', default: 10, max: 99.5, helpKey: 'orders.limitHelp' }, 20),
  setting('currency', { ...of('currency'), kind: 'choice', default: 'EUR', options }, 'EUR'),
  setting('note', { ...of('note'), kind: 'text', default: '', maxLength: 5 }, ''),
  setting('isDense', { ...of('isDense'), kind: 'boolean', default: true }, true),
]

function open(settings: readonly SectionSetting[] = all) {
  const saved: ChosenSettings[] = []
  const dialog = (
    <SettingsDialog
      title="Settings of orders"
      text="For all."
      groups={settings.length === 0 ? [] : [{ settings }]}
      isPending={false}
      error={null}
      onSave={(chosen) => saved.push(chosen)}
      onClose={() => undefined}
    />
  )
  render(<TestShell remote={{ screens: { '/': dialog } }} at="/" strings={strings} server={{}} />)
  return { user: userEvent.setup(), saved }
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.findByRole('button', { name: /Save/ })

describe('the form of settings', () => {
  it('has a field for each kind, with its hint and default, and gives back what is the default again', async () => {
    const { user, saved } = open()
    expect((await field('Limit')).value).toBe('20')
    expect(screen.getByText('In euros. Default: 10.')).toBeTruthy()
    // An option without words is called by its value.
    expect(screen.getByText('Default: EUR.')).toBeTruthy()
    expect((await save()).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('combobox', { name: 'Currency' }))
    await user.click(await screen.findByRole('option', { name: 'Krona' }))
    await user.type(await field('Note'), 'longer')
    await user.click(screen.getByRole('switch', { name: 'Dense' }))
    await user.clear(await field('Limit'))
    await user.type(await field('Limit'), '10')
    await user.click(await save())
    expect(saved).toEqual([
      { 'orders:currency': 'SEK', 'orders:note': 'longe', 'orders:isDense': false, 'orders:limit': null },
    ])
  })

  it('says at the field what it does not take, and saves nothing of it', async () => {
    const { user, saved } = open()
    await user.clear(await field('Limit'))
    expect(await screen.findByText('No number.')).toBeTruthy()
    await user.type(await field('Limit'), '99,6')
    expect(await screen.findByText('At most 99.5.')).toBeTruthy()
    expect((await field('Limit')).getAttribute('aria-invalid')).toBe('true')
    await user.type(await field('Limit'), '{Enter}')
    expect(saved).toEqual([])
    await user.type(await field('Limit'), '{Backspace}5{Enter}')
    expect(saved).toEqual([{ 'orders:limit': 99.5 }])
  })

  it('says that there is nothing to set', async () => {
    open([])
    expect(await screen.findByText('Nothing to set')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
