import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { partOnDemand } from './part-on-demand.tsx'

afterEach(cleanup)

const Dialog = ({ name }: { readonly name: string }) => <p>the dialog of {name}</p>

/** Code on a network that can be taken away. */
function network() {
  let isAway = false
  let fetches = 0
  return {
    goAway: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
    },
    fetches: () => fetches,
    load: async (): Promise<ComponentType<{ readonly name: string }>> => {
      fetches += 1
      if (isAway) throw new Error('Loading chunk failed')
      return Dialog
    },
  }
}

describe('a part whose code is fetched on demand', () => {
  it('is shown once its code is there, and at once the next time', async () => {
    const { load, fetches } = network()
    const Part = partOnDemand(load, { waiting: <p>on its way</p> })
    const { unmount } = render(<Part name="Ada" />)
    expect(screen.getByText('on its way')).toBeTruthy()
    expect(await screen.findByText('the dialog of Ada')).toBeTruthy()
    unmount()
    render(<Part name="Grace" />)
    expect(screen.getByText('the dialog of Grace')).toBeTruthy()
    expect(fetches()).toBe(1)
  })

  it('leaves the screen around it standing where its code cannot be fetched, and comes by its button', async () => {
    const { load, goAway, comeBack } = network()
    const Part = partOnDemand(load)
    goAway()
    render(
      <>
        <input aria-label="Title" defaultValue="typed" />
        <Part name="Ada" />
      </>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('ui.missingPart')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('typed')
    await userEvent.click(screen.getByRole('button'))
    expect(screen.getByRole('alert')).toBeTruthy()
    comeBack()
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('the dialog of Ada')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('tells nothing where it stands many times, and comes by itself', async () => {
    const { load, goAway, comeBack } = network()
    const Part = partOnDemand(load, { place: 'nowhere', waiting: 'on its way' })
    goAway()
    await Part.prefetch()
    render(<Part name="Ada" />)
    expect(await screen.findByText('on its way')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    comeBack()
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('the dialog of Ada')).toBeTruthy()
  })

  it('comes by itself when the network is back', async () => {
    const { load, goAway, comeBack } = network()
    const Part = partOnDemand(load)
    goAway()
    render(<Part name="Ada" />)
    await screen.findByRole('alert')
    comeBack()
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('the dialog of Ada')).toBeTruthy()
  })

  it('is fetched before it is shown where somebody expects it, and a failure of that is no error', async () => {
    const { load, goAway, comeBack, fetches } = network()
    const Part = partOnDemand(load)
    goAway()
    await expect(Part.prefetch()).resolves.toBeUndefined()
    expect(fetches()).toBe(1)
    comeBack()
    render(<Part name="Ada" />)
    expect(await screen.findByText('the dialog of Ada')).toBeTruthy()
  })
})
