import { expect, type Page } from '@playwright/test'
import { startProduct, type Product } from '../support/product.js'
import { enter } from './support/people.js'
import { test } from './support/test.js'

/** Width of the narrowest phone that the portal supports. */
const WIDTH = 360
const LANGUAGES = ['nl', 'en', 'de', 'fr'] as const

test.describe('a phone of 360 px', { tag: '@browser' }, () => {
  let product: Product
  let manager: { email: string; password: string }
  let addresses: string[]

  test.beforeAll(async () => {
    test.setTimeout(300_000)
    product = await startProduct({ args: ['--demo'] })
    const said = product.said.flatMap((line) => /^ {4}Manager {2,}(\S+@\S+) +(\S+)$/.exec(line) ?? [])
    manager = { email: said[1] ?? '', password: said[2] ?? '' }
    addresses = await screensOf(product, manager.email)
  })
  test.afterAll(() => product?.stop())

  for (const language of LANGUAGES) {
    test(`cuts nothing off, on no screen, in ${language}`, async ({ browser }) => {
      test.setTimeout(300_000)
      await product.pool.query('UPDATE users SET locale = $1 WHERE email = $2', [language, manager.email])
      const context = await browser.newContext({
        viewport: { width: WIDTH, height: 740 },
        isMobile: true,
        hasTouch: true,
        locale: language,
      })
      const page = await context.newPage()
      await page.goto(product.portalUrl)
      await enter(page, manager)
      await page.locator(`html:lang(${language}) main`).waitFor()
      for (const address of addresses) {
        await visit(page, address)
        // A closing animation is over in a moment.
        await expect.poll(() => cutOff(page), { message: address }).toEqual([])
      }
      await context.close()
    })
  }
})

/** Returns every screen of the portal with its tabs, panels and forms, for a user's own fleet. */
async function screensOf(product: Product, email: string): Promise<string[]> {
  const one = async (table: string, more = '') => {
    const { rows } = await product.pool.query<{ id: number }>(
      `WITH RECURSIVE own AS (
         SELECT b.id FROM businesses b JOIN users u ON u.business_id = b.id WHERE u.email = $1
         UNION ALL SELECT b.id FROM businesses b JOIN own ON b.parent_id = own.id)
       SELECT id FROM ${table} WHERE business_id IN (SELECT id FROM own) AND deleted_at IS NULL ${more} ORDER BY id LIMIT 1`,
      [email],
    )
    return rows[0]?.id ?? 0
  }
  const [entity, device, user] = [await one('entities'), await one('devices'), await one('users')]
  const { rows: services } = await product.pool.query<{ id: number }>(
    "SELECT id FROM maintenance_notifications WHERE status = 'open' ORDER BY id LIMIT 1",
  )
  const { rows: cases } = await product.pool.query<{ id: number }>('SELECT id FROM missing_cases ORDER BY id LIMIT 1')
  return [
    ...['/missing', '/missing?view=resolved', '/missing?view=closed', `/missing/${cases[0]?.id ?? 0}`],
    ...['', '?as=board', '?as=mechanics', '?state=done', '?view=plans', '?view=plans&dialog=create:plan'].map(
      (query) => `/notifications${query}`,
    ),
    ...[
      '/notifications?view=calendar',
      '/notifications?view=calendar&span=week',
      `/notifications?service=${services[0]?.id ?? 0}`,
    ],
    ...['/app-notifications', '/app-notifications?view=sent', '/app-notifications?dialog=create:notification'],
    ...[
      '/',
      '/?account=edit',
      '/map',
      '/shop',
      '/audit',
      '/jobs',
      '/tokens',
      '/tags',
      '/tags?group=all',
      '/imports',
      '/no-such-page',
    ],
    ...[
      '/geofences',
      '/geofences?dialog=create:geofence',
      '/alert-rules',
      '/alert-rules?dialog=create:rule',
      '/alerts',
      '/webhooks',
    ],
    ...['/trips', '/trips?view=logbook', '/analytics', '/reports'],
    ...['individual', 'multiple', 'files', 'schedules'].map((tab) => `/reports?tab=${tab}`),
    ...['/subscriptions', '/subscriptions?tab=vehicles', '/subscription-management'],
    ...['', '?tab=insurance', '?tab=guides'].map((query) => `/information${query}`),
    ...['/install-devices', '/install-devices?tab=replace', '/install-devices?tab=status', '/install-devices-mobile'],
    ...['/businesses', '/businesses?dialog=create:business&type=0'],
    ...[
      '/entities',
      '/entities?dialog=create:entity',
      `/entities?entity=${entity}`,
      `/entities?entity=${entity}&dialog=edit:entity`,
    ],
    ...[`/entities/${entity}`, '/users', '/users?view=roles', '/users?dialog=create:user'],
    ...['details', 'rights', 'devices', 'tokens', 'activity'].map((tab) => `/users?user=${user}&tab=${tab}`),
    ...[
      '/devices',
      '/devices?dialog=create:device',
      '/devices?dialog=link:devices',
      '/devices?dialog=import:devices',
      '/devices?dialog=scan:devices',
    ],
    ...['details', 'installations', 'sim', 'updates', 'messages', 'commands', 'history'].map(
      (tab) => `/devices?device=${device}&tab=${tab}`,
    ),
  ]
}

/** Opens an address and waits until everything that loads by itself is there. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
  }, address)
  const isLoaded = () =>
    [...document.querySelectorAll('.MuiSkeleton-root, [role=progressbar], [aria-busy=true]')].every(
      (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
  await page.locator('h1, h2').first().waitFor()
  await page.waitForFunction(isLoaded)
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))))
}

/**
 * Returns elements beyond the edge of the screen and clipped words. Elements that scroll or end in an ellipsis are left out,
 * because a title or the row's own page has the whole text.
 */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((width) => {
    // An element that scrolls vertically also reports horizontal scrolling, but must not need it. Only strips and tables may
    // scroll sideways.
    const scrolls = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false
      const { overflowX, overflowY } = getComputedStyle(element)
      const isStrip = overflowY === 'hidden' || element.clientHeight < 80
      const isMade = isStrip || element.querySelector(':scope > table, :scope > [role=grid]') !== null
      return ((overflowX === 'auto' || overflowX === 'scroll') && isMade) || scrolls(element.parentElement)
    }
    const isShown = (element: Element) => {
      const box = element.getBoundingClientRect()
      return (
        box.width > 1 &&
        box.height > 1 &&
        box.left < width &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      )
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60)}"`
    const cut: string[] = []
    if (document.documentElement.scrollWidth > width) cut.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('svg, canvas, .leaflet-container, [aria-hidden=true]') || !isShown(element) || scrolls(element))
        continue
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (!hasText) continue
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (box.width < 40 && box.height > 80) cut.push(`${nameOf(element)} is squeezed to ${Math.round(box.width)} px`)
      if (box.right > width + 1) cut.push(`${nameOf(element)} ends at ${Math.round(box.right)} px`)
      else if (element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis')
        cut.push(`${nameOf(element)} shows ${element.clientWidth} of ${element.scrollWidth} px`)
    }
    return cut.slice(0, 10)
  }, WIDTH)
}
