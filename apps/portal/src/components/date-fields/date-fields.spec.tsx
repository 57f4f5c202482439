import { screen, within } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ComponentProps, useState } from 'react'
import { renderPart, type RenderOptions } from '../../testing/render-app.js'
import { DateField } from './date-field.js'
import { TimeField } from './time-field.js'

const now = Date.parse('2025-10-30T08:12:00Z')
let value: string
const told = (next: string, set: (next: string) => void) => {
  value = next
  set(next)
}
function Day({ first = '', ...rest }: { first?: string } & Partial<ComponentProps<typeof DateField>>) {
  const [day, setDay] = useState(first)
  return <DateField label="First day" value={day} onChange={(next) => told(next, setDay)} {...rest} />
}
function Time({ first = '' }: { first?: string }) {
  const [time, setTime] = useState(first)
  return <TimeField label="From" value={time} onChange={(next) => told(next, setTime)} />
}
const openDay = async (part = <Day />, options: RenderOptions = {}) => {
  const { actor } = await renderPart(part, { now, ...options })
  return { actor, field: screen.getByLabelText('First day') }
}

describe('a field of a day', () => {
  it.each([
    ['27112026', '27-11-2026'],
    ['27-11-2026', '27-11-2026'],
    ['5.1.2026', '05-01-2026'],
  ])('takes %s, and shows it as everywhere', async (typed, shown) => {
    const { actor, field } = await openDay()
    await actor.type(field, typed)
    expect(field).toHaveValue(shown)
    expect(value).toBe(shown.split('-').reverse().join('-'))
  })

  it('takes a day that is pasted as a file writes it', async () => {
    const { actor, field } = await openDay()
    await actor.click(field)
    await actor.paste('2026-11-27')
    await actor.tab()
    expect(field).toHaveValue('27-11-2026')
  })

  it.each([
    ['en', 'DD-MM-YYYY', 'Write a day as DD-MM-YYYY'],
    ['de', 'TT-MM-JJJJ', 'Schreiben Sie einen Tag als TT-MM-JJJJ'],
  ] as const)('says in %s what is wrong once it was left', async (language, pattern, wrong) => {
    const { actor, field } = await openDay(<Day />, { language })
    expect(field).toHaveAttribute('placeholder', pattern)
    await actor.type(field, '31-02-2026')
    expect(field).not.toHaveAccessibleDescription()
    await actor.tab()
    expect(field).toHaveAccessibleDescription(wrong)
    expect(field).toBeInvalid()
  })

  it('says which days it takes', async () => {
    const { actor, field } = await openDay(<Day min="2025-10-30" max="2025-12-31" />)
    await actor.type(field, '29-10-2025')
    await actor.tab()
    expect(field).toHaveAccessibleDescription('Not before 30-10-2025')
    await actor.clear(field)
    await actor.type(field, '01-01-2026')
    expect(field).toHaveAccessibleDescription('Not after 31-12-2025')
  })

  it('is stepped through by the arrows, and picked from a calendar by the keyboard', async () => {
    const { actor, field } = await openDay(<Day first="2025-10-31" min="2025-10-30" />)
    await actor.type(field, '{ArrowUp}')
    expect(field).toHaveValue('01-11-2025')
    await actor.click(screen.getByRole('button', { name: 'Choose a day' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
    expect(await calendar.findByRole('button', { name: /1 November 2025, selected/ })).toHaveFocus()
    await actor.keyboard('{ArrowDown}{Enter}')
    expect(field).toHaveValue('08-11-2025')
    expect(value).toBe('2025-11-08')
  })
})

describe('a field of a day within limits', () => {
  it('stops at them when it is stepped through', async () => {
    const { actor, field } = await openDay(<Day first="2025-10-31" min="2025-10-30" max="2025-11-01" />)
    await actor.type(field, '{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(field).toHaveValue('01-11-2025')
    await actor.type(field, '{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(field).toHaveValue('30-10-2025')
  })

  it('opens no calendar while it is disabled, and keeps what stands before it', async () => {
    const { field } = await openDay(<Day first="2025-10-31" disabled slotProps={{ input: { startAdornment: 'from' } }} />)
    expect(field).toBeDisabled()
    expect(screen.getByText('from')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Choose a day' })).toBeDisabled()
  })
})

describe('a field of a time', () => {
  const openTime = async (part = <Time />) => {
    const { actor } = await renderPart(part, { now })
    return { actor, field: screen.getByLabelText('From') }
  }

  it.each([
    ['0930', '09:30'],
    ['9:30', '09:30'],
    ['21.05', '21:05'],
  ])('takes %s as 24 hours', async (typed, shown) => {
    const { actor, field } = await openTime()
    await actor.type(field, typed)
    await actor.tab()
    expect(field).toHaveValue(shown)
    expect(value).toBe(shown)
  })

  it('says what is wrong, is stepped through by the arrows, and picked from a list', async () => {
    const { actor, field } = await openTime(<Time first="23:45" />)
    await actor.type(field, '{ArrowUp}')
    expect(field).toHaveValue('00:00')
    await actor.clear(field)
    await actor.type(field, '2561')
    await actor.tab()
    expect(field).toHaveAccessibleDescription('Write a time as hh:mm')
    await actor.click(screen.getByRole('button', { name: 'Choose a time' }))
    await actor.click(screen.getByRole('menuitem', { name: '17:30' }))
    expect(field).toHaveValue('17:30')
    expect(field).not.toHaveAccessibleDescription()
  })
})

it('no form has a field of the browser for days and times: it follows the browser’s language', () => {
  const root = join(__dirname, '../..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.spec.tsx'))
    .filter((path) => /type(=|: ?)["'](date|time|datetime-local|month|week)["']/.test(readFileSync(join(root, path), 'utf8')))
  expect(found).toEqual([])
})
