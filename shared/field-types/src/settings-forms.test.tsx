import type { Field } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { z } from 'zod'
import strings from '../locales/en-US.json'
import { checkField } from './field-behaviour.ts'
import { SettingsForm } from './fields.tsx'
import { fixtures } from './fixtures.gen.ts'
import type { SettingsWorld } from './frame/settings/settings-scope.tsx'
import { testField, World } from './frame/testing.tsx'
import { fieldTypeModels, roomOf } from './registry.gen.ts'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const world: SettingsWorld = {
  contentTypes: [
    { value: 'product', label: 'Product', kind: 'user' },
    { value: 'image', label: 'Image', kind: 'media' },
  ],
  taxonomies: [{ value: '019a0000-0000-7000-8000-000000000001', label: 'Colours' }],
  textFields: [{ value: 'title', label: 'Title' }],
  languages: ['en-US', 'de-DE'],
}

/** Draws the form as the type editor does, and hands out the field as it has become. */
function draw(initial: Field): { field(): Field } {
  let latest = initial
  function Form() {
    const [field, setField] = useState(initial)
    latest = field
    const { settings: _before, ...rest } = field
    return (
      <SettingsForm
        field={field}
        world={world}
        onChange={(settings) => setField(settings === undefined ? rest : { ...rest, settings })}
      />
    )
  }
  render(
    <World>
      <Form />
    </World>,
  )
  return { field: () => latest }
}

const namesOf = (type: Field['type']): string[] => {
  const schema = roomOf(type).settingsSchema
  if (!(schema instanceof z.ZodObject)) throw new Error(`the settings of ${type} are no object`)
  return Object.keys(schema.shape)
}

const placeOf = (name: string): HTMLElement => {
  const place = document.querySelector<HTMLElement>(`[data-setting="${name}"]`)
  if (place === null) throw new Error(`no control for ${name}`)
  return place
}

/** Sets a control by keys alone, whichever kind it is: the pointer is never used. */
async function setByKeys(user: UserEvent, place: HTMLElement): Promise<void> {
  // Tab starts at the setting before: walking the whole form for each of its settings took most of the time of these tests.
  const focus = async (element: HTMLElement) => {
    const places = [...document.querySelectorAll<HTMLElement>('[data-setting]')]
    const earlier = places.slice(0, places.indexOf(place)).findLast((each) => !each.contains(place))
    earlier?.querySelector<HTMLElement>('input, button, [tabindex="0"]')?.focus()
    for (let tabs = 0; tabs < 20 && document.activeElement !== element; tabs += 1) await user.tab()
    expect(document.activeElement).toBe(element)
  }
  const here = within(place)
  const flag = here.queryByRole('switch') ?? here.queryByRole('checkbox')
  if (flag && place.getAttribute('role') !== 'group') {
    await focus(flag)
    return await user.keyboard(' ')
  }
  const [box] = here.queryAllByRole('combobox')
  if (box && place.getAttribute('role') !== 'group') {
    await focus(box)
    if (box.tagName === 'INPUT') return await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{Escape}')
    await user.keyboard('{Enter}')
    await screen.findByRole('listbox')
    return await user.keyboard('{ArrowDown}{Enter}')
  }
  const dates = place.querySelector<HTMLInputElement>('input[type="date"], input[type="datetime-local"]')
  const input = dates ?? here.getAllByRole('textbox')[0]
  if (!input) throw new Error('nothing to type into')
  await focus(input)
  if (dates) await user.type(dates, dates.type === 'date' ? '2026-02-28' : '2026-02-28T13:45:00')
  else if (place.getAttribute('role') === 'group') await user.keyboard('Deep red{Enter}')
  else if (input.inputMode === 'numeric' || input.inputMode === 'decimal') await user.keyboard('12')
  else await user.paste('[A-Z]+')
}

/** What has to be chosen first, so that the setting means something. */
const before: Record<string, Record<string, unknown>> = {
  'measurement.min': { family: 'Length' },
  'measurement.max': { family: 'Length' },
}

const types = Object.values(fieldTypeModels).map(({ type }) => type)
const settings = types.flatMap((type) => namesOf(type).map((name) => [type, name] as const))
/** In the usual run each setting of the first type that has it. */
const triedSettings = settings.filter(
  ([, name], at) => process.env.PIM_TEST_BUDGET === 'all' || settings.findIndex(([, each]) => each === name) === at,
)

describe('the form of settings', () => {
  it.each(triedSettings)('of %s sets %s by keys, and shows it again', async (type, name) => {
    const user = userEvent.setup()
    const { field } = draw(testField(type, { settings: before[`${type}.${name}`] }))
    await setByKeys(user, placeOf(name))
    const { settings: made } = field()
    expect(made).toHaveProperty(name)
    expect(checkField(field())).toEqual([])
    // Stored as JSON and read again, it is the same form: the same words in the same places.
    const shown = (place: HTMLElement) =>
      [...place.querySelectorAll('input')].map(({ value, checked }) => [value, checked])
    const names = namesOf(type).map((each) => shown(placeOf(each)))
    cleanup()
    draw(testField(type, { settings: JSON.parse(JSON.stringify(made)) }))
    if (placeOf(name).getAttribute('role') === 'group') expect(placeOf(name).textContent).toContain('Deep red')
    else expect(namesOf(type).map((each) => shown(placeOf(each)))).toEqual(names)
  })

  it.each(types)('of %s keeps what it shows, setting by setting, and has words for each', async (type) => {
    for (const given of Object.values(fixtures[type].settings)) {
      const { field } = draw(testField(type, { settings: { ...given } }))
      const places = [...document.querySelectorAll('[data-setting]')].map((place) => place.getAttribute('data-setting'))
      expect(places).toEqual(expect.arrayContaining(namesOf(type)))
      expect(document.body.textContent).not.toContain('fieldTypes.')
      expect(field().settings).toEqual(given)
      cleanup()
    }
  })

  it('says at the setting what is wrong with it', async () => {
    const user = userEvent.setup()
    draw(testField('text', { settings: { minLength: 9, maxLength: 3 } }))
    expect(screen.getByRole('textbox', { name: 'Fewest characters' }).getAttribute('aria-invalid')).toBe('true')
    expect(placeOf('minLength').textContent).toContain(strings['fieldTypes.setting.minLength.wrong'])
    await user.clear(screen.getByRole('textbox', { name: 'Fewest characters' }))
    expect(placeOf('minLength').textContent).not.toContain(strings['fieldTypes.setting.minLength.wrong'])
  })

  it('has a sentence for every setting that can be wrong', () => {
    for (const type of types) {
      for (const bad of fixtures[type].badSettings) {
        if (typeof bad !== 'object' || bad === null || Array.isArray(bad)) continue
        draw(testField(type, { settings: { ...bad } }))
        expect(document.body.textContent).not.toContain('fieldTypes.')
        cleanup()
      }
    }
  })

  it('keeps the codes of options when they are ordered, named and coloured', async () => {
    const user = userEvent.setup()
    const options = ['red', 'blue'].map((code) => ({ code, label: { 'en-US': code } }))
    const { field } = draw(testField('select', { settings: { options } }))
    screen.getByRole('button', { name: 'red' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(field().settings).toEqual({ options: options.toReversed() })
    screen.getByRole('button', { name: 'red', expanded: false }).focus()
    await user.keyboard('{Enter}')
    await user.type(screen.getByRole('textbox', { name: 'Label (en-US)' }), 'dish')
    await user.type(screen.getByRole('textbox', { name: 'Colour' }), '#ff0000')
    expect(field().settings).toEqual({
      options: [options[1], { code: 'red', label: { 'en-US': 'reddish' }, color: '#ff0000' }],
    })
  })
})
