import { colorOf, colorWord } from '@roadbook/contracts/vehicle-words'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { WordField } from './word-field.js'

const GERMAN = { shown: (color: string) => colorWord(color, 'de'), kept: colorOf }

function Colour({ first, onKept }: { first: string; onKept: (color: string) => void }) {
  const [color, setColor] = useState(first)
  const keep = (next: string) => {
    setColor(next)
    onKept(next)
  }
  return <WordField label="Farbe" value={color} options={[{ name: 'Red' }]} onChange={keep} words={GERMAN} />
}

it('shows a colour in the reader’s language, and keeps what is typed by its name in the catalogue, or as it was typed', async () => {
  const user = userEvent.setup()
  const kept = jest.fn()
  render(<Colour first="Black" onKept={kept} />)
  const field = screen.getByRole('combobox', { name: 'Farbe' })
  expect(field).toHaveValue('Schwarz')
  await user.clear(field)
  await user.type(field, 'Rot')
  expect(kept).toHaveBeenLastCalledWith('Red')
  await user.type(field, 'braun')
  expect(field).toHaveValue('Rotbraun')
  expect(kept).toHaveBeenLastCalledWith('Rotbraun')
})
