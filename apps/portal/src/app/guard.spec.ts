import { mayEnter, mayOpen } from './guard.js'
import { SCREENS } from './screens.js'

describe('the navigation guard', () => {
  it('R-048 redirects when the permission is missing, the path is not "/", and the user has a permission', () => {
    expect(mayEnter('/users', 'read:user', ['read:map'])).toBe(false)
    expect(mayEnter('/users', 'read:user', ['none'])).toBe(false)
  })

  it('R-048 lets in who has the permission', () => {
    expect(mayEnter('/users', 'read:user', ['read:map', 'read:user'])).toBe(true)
  })

  it('R-048 always opens "/"', () => {
    expect(mayEnter('/', 'index:dashboard', ['read:map'])).toBe(true)
  })

  it('R-048 lets a user without a single permission pass', () => {
    expect(mayEnter('/users', 'read:user', [])).toBe(true)
  })

  it('opens a route that names no permission', () => {
    expect(mayEnter('/nowhere', undefined, ['none'])).toBe(true)
  })

  it('R-047 reads the permission alone: a role outside the list enters with it', () => {
    expect(SCREENS.reports.roles).not.toContain('technician')
    expect(mayEnter(SCREENS.reports.path, SCREENS.reports.permission, ['read:reports'])).toBe(true)
  })

  it('offers a screen in the navigation strictly by permission', () => {
    expect(mayOpen('users', [])).toBe(false)
    expect(mayOpen('users', ['read:user'])).toBe(true)
  })
})
