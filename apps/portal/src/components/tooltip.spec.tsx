import { screen, waitFor } from '@testing-library/react'
import { Pencil } from 'lucide-react'
import { renderPart } from '../testing/render-app.js'
import { ActionButton } from './action-button.js'
import { TooltipIconButton } from './tooltip-icon-button.js'

const goes = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

describe('the words over a button', () => {
  it('come with the mouse and go with it', async () => {
    const { actor } = await renderPart(<TooltipIconButton label="Edit" icon={Pencil} />)
    await actor.hover(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Edit')
    await actor.unhover(screen.getByRole('button'))
    await goes()
  })

  it('stay while the mouse is over themselves', async () => {
    const { actor } = await renderPart(<TooltipIconButton label="Edit" icon={Pencil} />)
    await actor.hover(screen.getByRole('button'))
    await actor.hover(await screen.findByText('Edit'))
    await actor.unhover(screen.getByText('Edit'))
    await goes()
  })

  it('come with the keyboard and go by Escape', async () => {
    const onFocus = jest.fn()
    const { actor } = await renderPart(<TooltipIconButton label="Edit" icon={Pencil} onFocus={onFocus} />)
    await actor.tab()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Edit')
    expect(onFocus).toHaveBeenCalledTimes(1)
    await actor.keyboard('{Escape}')
    await goes()
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  })

  it('say why a button refuses, which keeps its name', async () => {
    const { actor } = await renderPart(<ActionButton label="Save" disabledBecause="Nothing has changed" />)
    const button = screen.getByRole('button', { name: 'Save' })
    expect(button).toHaveAccessibleDescription('Nothing has changed')
    await actor.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Nothing has changed')
    expect(button).toHaveAccessibleName('Save')
    expect(button).toHaveAccessibleDescription('Nothing has changed')
  })
})
