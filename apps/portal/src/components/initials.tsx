import { firstLetter } from '@roadbook/contracts/letters'
import { SoftTile } from './soft-tile.js'

/** A person's initials, as a picture beside their name or on the account button. */
export const Initials = ({ person, size = 36 }: { person: { first_name: string; last_name: string }; size?: number }) => (
  <SoftTile aria-hidden tone="primary" size={size}>
    <strong>{initialsOf(person)}</strong>
  </SoftTile>
)

function initialsOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const lastWord = last_name.split(' ').at(-1) ?? ''
  return `${firstLetter(first_name)}${firstLetter(lastWord)}`.toUpperCase()
}
