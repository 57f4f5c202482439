import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type TestInfo } from '@playwright/test'

const THEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** An experimental rule of axe, switched on because users of voice control name a button by its visible text. */
const SAID_AS_SEEN = { 'label-content-name-mismatch': { enabled: true } }

/** Returns the serious and critical problems that axe finds on the page, or all of them, one line per rule. */
export async function problems(page: Page, { least = 'serious' }: { least?: 'serious' | 'minor' } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'], rules: SAID_AS_SEEN }).analyze()
  return violations
    .filter(({ impact }) => least === 'minor' || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Expects that the page passes axe and is no wider than its window, in both themes, on a desktop and on a phone. Saves a
 * screenshot of each.
 */
export async function holdsInEveryLook(page: Page, name: string, info: TestInfo): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForLoadState('networkidle')
    for (const colorScheme of THEMES) {
      const look = `${name}-${size.width}-${colorScheme}`
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${look}.png`), fullPage: true, animations: 'disabled' })
      expect.soft(await problems(page), look).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), look).toBeLessThanOrEqual(size.width)
    }
  }
}
