import { randomInt } from 'node:crypto'
import type { Role } from '@roadbook/contracts'
import { ROLE_NAMES } from '@roadbook/contracts'
import type { DataDirectory } from '../start/data-directory.js'
import { usesEmbeddedIdentity } from '../start/ports.js'

export interface DemoAccount {
  role: Role
  roleName: string
  firstName: string
  lastName: string
  email: string
  /** Name of a demo business; absent for the super admin. */
  business?: string
  locale: 'nl' | 'en' | 'de' | 'fr'
  /** Absent if accounts are at the operator's identity provider. */
  password?: string
}

const PEOPLE: Omit<DemoAccount, 'password' | 'roleName'>[] = [
  { role: 'super-admin', firstName: 'Robin', lastName: 'Adler', email: 'admin@roadbook.example', locale: 'en' },
  {
    role: 'manager',
    firstName: 'Marit',
    lastName: 'de Wolf',
    email: 'marit@rheintal.example',
    business: 'Rheintal Mobility',
    locale: 'en',
  },
  {
    role: 'dealer',
    firstName: 'Jonas',
    lastName: 'Keller',
    email: 'jonas@unterland.example',
    business: 'Unterland Bikes',
    locale: 'de',
  },
  {
    role: 'technician',
    firstName: 'Claire',
    lastName: 'Moreau',
    email: 'claire@rheintal.example',
    business: 'Rheintal Mobility',
    locale: 'fr',
  },
  {
    role: 'reporter',
    firstName: 'Sanne',
    lastName: 'Visser',
    email: 'sanne@oberland.example',
    business: 'Oberland Motors',
    locale: 'nl',
  },
]

/**
 * Returns one user per role. With the embedded identity provider each user also has an account. The random passwords of
 * these accounts are kept in the data directory, so that every start prints the same passwords.
 */
export function demoAccounts(data: DataDirectory): DemoAccount[] {
  if (!usesEmbeddedIdentity()) return PEOPLE.map((person) => ({ ...person, roleName: ROLE_NAMES[person.role] }))
  const passwords = data.remember('demo-accounts', () => Object.fromEntries(PEOPLE.map(({ email }) => [email, randomPassword()])))
  return PEOPLE.map((person) => ({
    ...person,
    roleName: ROLE_NAMES[person.role],
    password: passwords[person.email] ?? randomPassword(),
  }))
}

const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#$%&*?@']

/**
 * Returns a password of 12 characters. Each class of characters occurs at least once. Characters that are easy to confuse
 * (I, l, O, 0, 1) do not occur.
 */
function randomPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] as string
  const characters = [...CLASSES.map(pick), ...Array.from({ length: 8 }, () => pick(CLASSES.join('')))]
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[characters[last], characters[other]] = [characters[other] as string, characters[last] as string]
  }
  return characters.join('')
}
