import { GUIDES } from '../features/guides/list.js'
import { pathOf, SCREENS } from './screens.js'

describe('the routes and their permissions', () => {
  const expectScreen = (screen: keyof typeof SCREENS, path: string, permission: string) =>
    expect({ path: SCREENS[screen].path, permission: SCREENS[screen].permission }).toEqual({ path, permission })

  it('R-033 home is / with index:dashboard', () => expectScreen('home', '/', 'index:dashboard'))
  it('R-034 the map is /map/:imei? with read:map', () => expectScreen('map', '/map/:imei?', 'read:map'))
  it('R-035 an entity on the map is /entity-status/:id with read:map', () =>
    expectScreen('entityStatus', '/entity-status/:id', 'read:map'))
  it('R-036 missing is /missing with manage:missing-entities', () =>
    expectScreen('missing', '/missing', 'manage:missing-entities'))
  it('R-037 reports is /reports with read:reports, listed for Manager, Reporter and Super Admin', () => {
    expectScreen('reports', '/reports', 'read:reports')
    expect([...SCREENS.reports.roles].sort()).toEqual(['manager', 'reporter', 'super-admin'])
  })
  it('R-038 notifications is /notifications with read:information', () =>
    expectScreen('notifications', '/notifications', 'read:information'))
  it('R-039 install is /install-devices with create:entity, listed for Technician, Manager, Super Admin and Dealer', () => {
    expectScreen('installDevices', '/install-devices', 'create:entity')
    expect([...SCREENS.installDevices.roles].sort()).toEqual(['dealer', 'manager', 'super-admin', 'technician'])
  })
  it('R-040 mobile install is /install-devices-mobile with create:entity and the same roles', () => {
    expectScreen('installDevicesMobile', '/install-devices-mobile', 'create:entity')
    expect(SCREENS.installDevicesMobile.roles).toEqual(SCREENS.installDevices.roles)
  })
  it('R-041 businesses is /businesses with read:business-management, listed for Manager and Super Admin', () => {
    expectScreen('businesses', '/businesses', 'read:business-management')
    expect([...SCREENS.businesses.roles].sort()).toEqual(['manager', 'super-admin'])
  })
  it('R-042 users is /users with read:user', () => expectScreen('users', '/users', 'read:user'))
  it('R-043 entities is /entities with index:entity', () => expectScreen('entities', '/entities', 'index:entity'))
  it('R-044 information is /information with read:information', () =>
    expectScreen('information', '/information', 'read:information'))
  it('R-045 the shop is /shop with create:order', () => expectScreen('shop', '/shop', 'create:order'))

  it('gives the seven named entries a route and one of the eleven permissions (R-056, G-03, G-04)', () => {
    expectScreen('analytics', '/analytics', 'read:reports')
    expectScreen('tags', '/tags', 'index:entity')
    expectScreen('devices', '/devices', 'read:business-management')
    expectScreen('tokens', '/tokens', 'read:business-management')
    expectScreen('subscriptions', '/subscriptions', 'read:information')
    expectScreen('subscriptionManagement', '/subscription-management', 'read:business-management')
    expectScreen('appNotifications', '/app-notifications', 'create:notification')
  })

  it('R-223 guides name screens that exist', () => {
    const screens = Object.values(SCREENS).map(({ path, permission, texts }) => ({ path, permission, texts }))
    for (const { screen } of Object.values(GUIDES)) expect(screens).toContainEqual(screen)
  })

  it('links to a screen without its parameters', () => {
    expect(pathOf('map')).toBe('/map')
    expect(pathOf('home')).toBe('/')
  })
})
