// Photographs every screen of the demo in four languages, two themes and three widths, as thumbnails on one page:
// .cache/screens/index.html.
//
//   npm run screens                          all of it, on a separate demo
//   npm run screens -- --only entities --languages de,nl --themes dark --widths 1440,390
//   npm run screens -- --url http://localhost:8080 --email … --password …
//   npm run screens -- --guide               the pictures of the user guide instead: docs/guide/pictures
//
// A tool for visual review, not a test: a person corrects what does not look right.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'

const ROOT = new URL('..', import.meta.url).pathname
const OUT = join(ROOT, '.cache/screens')
const GUIDE = join(ROOT, 'docs/guide/pictures')
const list = (text) => text.split(',').filter(Boolean)
const { values: asked } = parseArgs({
  options: {
    guide: { type: 'boolean', default: false },
    url: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    only: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en,nl,de,fr' },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '1440,1024,390' },
  },
})

/** Clicks the first match. If the seeded system has no match, the screen stays as it is. */
const press = (selector) => async (page) => {
  await page.locator(selector).first().click({ timeout: 3_000 })
}
const firstRow = press('[role=grid] tbody tr, main li')
/** Replaces the API's answers from now on. */
const answering = (handler) => async (page) => {
  await page.route('**/api/v1/**', (route) =>
    /dropdown|profile|users\/me|live/.test(route.request().url()) ? route.continue() : handler(route),
  )
}
const failing = answering((route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }))
const waiting = answering(() => new Promise(() => {}))

/** Name, path, the action before the page opens, and the action on it. */
const STATES = [
  ['home', '/'],
  ['map', '/map'],
  ['install', '/install-devices'],
  ['install-replace', '/install-devices?tab=replace'],
  ['install-status', '/install-devices?tab=status'],
  ['install-mobile', '/install-devices-mobile'],
  ['missing', '/missing'],
  ['missing-resolved', '/missing?view=resolved'],
  ['missing-closed', '/missing?view=closed'],
  ['case-room', '/missing/1'],
  ['alerts', '/alerts'],
  ['alerts-panel', '/alerts', { act: firstRow }],
  ['alert-rules', '/alert-rules'],
  ['alert-rules-new', '/alert-rules?dialog=create:rule'],
  ['alert-rules-edit', '/alert-rules?rule=1&dialog=edit:rule'],
  ['geofences', '/geofences'],
  ['geofences-new', '/geofences?dialog=create:geofence'],
  ['geofences-edit', '/geofences?geofence=1&dialog=edit:geofence'],
  ['notifications', '/notifications'],
  ['notifications-panel', '/notifications', { act: firstRow }],
  ['notifications-board', '/notifications?as=board'],
  ['notifications-done', '/notifications?state=done'],
  ['notifications-calendar', '/notifications?view=calendar'],
  ['maintenance-plans', '/notifications?view=plans'],
  ['trips', '/trips'],
  ['trips-panel', '/trips', { act: firstRow }],
  ['logbook', '/trips?view=logbook'],
  ['reports', '/reports'],
  ...['individual', 'multiple', 'files', 'schedules'].map((tab) => [`reports-${tab}`, `/reports?tab=${tab}`]),
  ['analytics', '/analytics'],
  ['businesses', '/businesses'],
  ['users', '/users'],
  ['users-panel', '/users', { act: firstRow }],
  ['users-new', '/users?dialog=create:user'],
  ['users-roles', '/users?view=roles'],
  ['entities', '/entities'],
  ['entities-panel', '/entities', { act: firstRow }],
  ['entities-new', '/entities?dialog=create:entity'],
  ['entities-selected', '/entities', { act: press('[role=grid] thead input[type=checkbox]') }],
  ['entities-nothing', '/entities?q=zzzzzz'],
  ['entities-loading', '/entities', { before: waiting }],
  ['entities-failed', '/entities', { before: failing }],
  ['entity', '/entities/1'],
  ['devices', '/devices'],
  ['devices-panel', '/devices', { act: firstRow }],
  ['devices-unknown', '/devices?view=unknown'],
  ['devices-new', '/devices?dialog=create:device'],
  ['imports', '/imports'],
  ['imports-new', '/imports?dialog=create:import'],
  ['tags', '/tags'],
  ['tags-groups', '/tags?group=all'],
  ['tokens', '/tokens'],
  ['webhooks', '/webhooks'],
  ['webhooks-new', '/webhooks?dialog=create:webhook'],
  ['audit', '/audit'],
  ['audit-panel', '/audit', { act: firstRow }],
  ['jobs', '/jobs'],
  ['orders', '/information'],
  ['orders-panel', '/information', { act: firstRow }],
  ...['invoices', 'insurance', 'guides'].map((tab) => [tab, `/information?tab=${tab}`]),
  ['subscriptions', '/subscriptions'],
  ['subscriptions-vehicles', '/subscriptions?tab=vehicles'],
  ['subscription-management', '/subscription-management'],
  ['app-notifications', '/app-notifications'],
  ['app-notifications-sent', '/app-notifications?view=sent'],
  ['shop', '/shop'],
  ['palette', '/entities', { act: (page) => page.keyboard.press('Control+k') }],
  ['shortcuts', '/entities', { act: (page) => page.keyboard.press('?') }],
  ['no-such-page', '/no-such-page'],
  ['no-permission', '/devices', { as: 'Reporter' }],
]

const LATE_MS = 20_000
const LAPTOP = { width: 1200, height: 750 }
const PHONE = { width: 390, height: 720 }
/** Chooses the first suggestion for a text in the first text field. */
const choosing = (text) => async (page) => {
  const field = page.locator('main input[role=combobox], main input[type=text]').first()
  await field.click()
  await field.pressSequentially(text)
  await page.locator('[role=option]').first().click({ timeout: 30_000 })
}
const pressing =
  (...selectors) =>
  async (page) => {
    for (const selector of selectors) await page.locator(selector).first().click({ timeout: 30_000 })
  }
/** Pictures of the user guide by role: name of the guide, address of the screen, size, and the action on it. */
const GUIDE_STATES = {
  Technician: [
    ['install', '/install-devices', LAPTOP],
    ['phone', '/install-devices-mobile', PHONE, pressing('button:has-text("Type the number instead")')],
    ['check', '/install-devices?tab=status', LAPTOP, choosing('155130')],
    ['replace', '/install-devices?tab=replace', LAPTOP, choosing('Cargo 102')],
  ],
  Manager: [
    ['missing', '/entities', LAPTOP, pressing('button[aria-label^="Actions for"]', '[role=menuitem]:has-text("Report missing")')],
    ['search', '/missing/1', LAPTOP],
    ['plans', '/notifications?view=plans', LAPTOP],
    ['workshop', '/notifications?as=board', LAPTOP],
  ],
  Reporter: [['reports', '/reports?tab=individual', LAPTOP, choosing('E-bike')]],
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })

const DATA = join(ROOT, '.cache/screens-data')
const PORTS = join(ROOT, '.cache/screens-ports.json')

/**
 * Returns the ports with which the demo's data was seeded. The demo must have the same ports again, because its accounts
 * belong to an issuer whose name contains the port.
 */
async function ownPorts() {
  const before = await readFile(PORTS, 'utf8').catch(() => undefined)
  if (before !== undefined) return JSON.parse(before)
  const names = ['PORT', 'IDENTITY_PORT', 'GATEWAY_PORT', 'TELTONIKA_PORT', 'MAILBOX_PORT']
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])))
  await rm(DATA, { recursive: true, force: true })
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  await writeFile(PORTS, JSON.stringify(ports))
  return ports
}

/** Starts a separate demo, seeded once, and returns its accounts by role. */
async function ownDemo() {
  const ports = await ownPorts()
  const env = { ...process.env, ...ports, ROADBOOK_DATA_DIR: DATA }
  const demo = spawn(process.execPath, ['tools/dist/cli.js', 'start', '--demo'], { cwd: ROOT, env })
  let said = ''
  await new Promise((resolve, reject) => {
    demo.stdout.on('data', (text) => {
      said += text
      if (said.includes('Roadbook is ready')) resolve()
    })
    demo.on('exit', () => reject(new Error(`The demo ended. Was it built (npm run build)?\n${said}`)))
  })
  const account = (role) => {
    const [, email, password] = new RegExp(`^ +${role} +(\\S+) +(\\S+)$`, 'm').exec(said) ?? []
    return { email, password }
  }
  return { url: `http://localhost:${ports.PORT}`, account, stop: () => demo.kill('SIGTERM') }
}

async function signedIn(browser, system, role, options) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const { email, password } = system.account(role)
  await page.goto(system.url)
  await page.locator('input[type=password]').waitFor({ timeout: 60_000 })
  await page.locator('input[type=email], input[name=email]').first().fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  // The sign-in form also has a heading. Without this wait, screens would be opened before there is a session.
  await page.locator('input[type=password]').waitFor({ state: 'detached', timeout: 60_000 })
  await page.locator('h1').first().waitFor({ timeout: 60_000 })
  await speak(page, options.locale)
  return context
}

/** Changes the language in the app bar's menu, because the screens of a signed-in user have the language of the account. */
async function speak(page, language) {
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/account/update'))
  await page.locator('header button', { hasText: /^(NL|DE|EN|FR)$/ }).click()
  await page.locator(`[role=menuitemradio][lang=${language}]`).click()
  await kept
}

/**
 * Photographs one state in every theme and width of a language. A state that cannot be reached is reported, and the others
 * continue.
 */
async function shoot(context, system, [name, path, { before, act } = {}], language) {
  const page = await context.newPage()
  const made = []
  try {
    await before?.(page)
    for (const width of list(asked.widths).map(Number)) {
      await page.setViewportSize({ width, height: width < 760 ? 844 : 900 })
      await open(page, system.url + path)
      await act?.(page).catch((error) => console.warn(`${name} ${width}: ${error.message.split('\n')[0]}`))
      await page.waitForTimeout(300)
      for (const theme of list(asked.themes)) {
        await page.emulateMedia({ colorScheme: theme })
        const file = `${name}-${language}-${theme}-${width}.jpg`
        await page.screenshot({ path: join(OUT, file), type: 'jpeg', quality: 70, animations: 'disabled' })
        made.push({ name, language, theme, width, file })
      }
    }
  } catch (error) {
    console.warn(`${name} ${language}: ${error.message.split('\n')[0]}`)
  }
  await page.close()
  return made
}

const sheet = (pictures) => {
  const names = [...new Set(pictures.map(({ name }) => name))]
  const figure = ({ file, language, theme, width }) =>
    `<a href="${file}"><img loading="lazy" src="${file}" height="220" alt=""><br>${language} ${theme} ${width}</a>`
  const rows = names.map(
    (name) =>
      `<h2>${name}</h2><div>${pictures
        .filter((one) => one.name === name)
        .map(figure)
        .join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:13px system-ui;margin:24px;background:#888}div{display:flex;flex-wrap:wrap;gap:12px}a{color:#fff}h2{position:sticky;top:0}</style>
${rows.join('\n')}\n`
}

/** Opens a screen and waits until it has loaded, or until it has loaded something for `patience` milliseconds. */
async function open(page, address, patience = 3_000) {
  await page.goto(address)
  await page.locator('h1').first().waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle', { timeout: patience }).catch(() => {})
}

/** Photographs every state in the chosen languages, themes and widths, and writes the contact sheet. */
async function shootScreens(browser, system) {
  const pictures = []
  await mkdir(OUT, { recursive: true })
  const states = STATES.filter(([name]) => name.includes(asked.only))
  for (const language of list(asked.languages)) {
    for (const role of ['Manager', 'Reporter']) {
      const own = states.filter(([, , { as = 'Manager' } = {}]) => as === role)
      if (own.length === 0) continue
      const context = await signedIn(browser, system, role, { locale: language, viewport: { width: 1440, height: 900 } })
      for (const state of own) pictures.push(...(await shoot(context, system, state, language)))
      await context.close()
    }
    await writeFile(join(OUT, 'index.html'), sheet(pictures))
  }
  console.log(`${pictures.length} pictures: ${join(OUT, 'index.html')}`)
}

/** Photographs the screens of the user guide in English. Reports those that it cannot reach. */
async function shootGuide(browser, system) {
  await mkdir(GUIDE, { recursive: true })
  for (const [role, states] of Object.entries(GUIDE_STATES)) {
    const wanted = states.filter(([name]) => name.includes(asked.only))
    if (wanted.length === 0) continue
    const context = await signedIn(browser, system, role, { locale: 'en', viewport: LAPTOP, colorScheme: 'light' })
    for (const state of wanted) await shootForGuide(context, system, state)
    await context.close()
  }
  console.log(`pictures of the user guide: ${GUIDE}`)
}

async function shootForGuide(context, system, [name, path, viewport, act]) {
  const page = await context.newPage()
  try {
    await page.setViewportSize(viewport)
    await open(page, system.url + path, 30_000)
    await act?.(page)
    await page.locator('.MuiSkeleton-root, .MuiSnackbar-root').first().waitFor({ state: 'detached', timeout: 60_000 })
    // Tiles of a map and live values arrive after everything else.
    await page.waitForTimeout(LATE_MS)
    await writeFile(join(GUIDE, `${name}.webp`), await webpOf(context, await page.screenshot({ animations: 'disabled' })))
  } catch (error) {
    console.error(`${name}: ${error.message.split('\n')[0]}`)
    process.exitCode = 1
  }
  await page.close()
}

/** Converts a picture to WebP, which needs half as much space. The browser does the conversion. */
async function webpOf(context, png) {
  const page = await context.newPage()
  const address = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [picture.width, picture.height]
      canvas.getContext('2d').drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', 0.9)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(address.split(',')[1], 'base64')
}

const system = asked.url
  ? { url: asked.url, account: () => ({ email: asked.email, password: asked.password }), stop: () => {} }
  : await ownDemo()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  await (asked.guide ? shootGuide : shootScreens)(browser, system)
} finally {
  await browser.close()
  system.stop()
}
