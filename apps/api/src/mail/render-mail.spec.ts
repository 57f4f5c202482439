import { LOCALES } from '../texts/locale.js'
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import { MAIL_TEMPLATES, type MailTemplate, type MailValues } from './mail-templates.js'
import { mailText } from './mail-texts.js'
import { renderMail } from './render-mail.js'

const link = 'https://roadbook.example/x?a=1&b=2'
const expiresAt = '2026-07-01T10:30:00Z'
const REPORT = { firstName: 'Zoë', reportName: 'Trips · Bikes', rowCount: 12_345, from: '01-06-2026', till: '30-06-2026', link }
const VALUES: MailValues = {
  invitation: { firstName: 'Zoë', invitedBy: 'Ada Byron', businessName: 'Fietsen & Zn.', link, expiresAt },
  'invitation-password': { firstName: 'Zoë', invitedBy: 'Ada', businessName: 'Zn.', password: 'k<3&"x', link, expiresAt },
  'invitation-password-lasting': { firstName: 'Zoë', invitedBy: 'Ada', businessName: 'Zn.', password: 'k<3&"x', link },
  'invitation-sign-in': { firstName: 'Zoë', invitedBy: 'Ada', businessName: 'Zn.', link },
  'temporary-password': { firstName: 'Zoë', password: 'k<3&"x', link, expiresAt },
  'password-reset': { firstName: 'Zoë', link, expiresAt },
  'account-changed': {
    firstName: 'Zoë',
    changedBy: 'Ada',
    change: 'email',
    oldEmail: 'a@b.example',
    newEmail: 'c@d.example',
    support: 'help@roadbook.example',
    link,
  },
  'consent-request': { firstName: 'Zoë', businessName: 'Zn.', entityName: 'Bike', minutes: 60, link, expiresAt },
  'service-done': {
    firstName: 'Zoë',
    businessName: 'Zn.',
    entityName: 'Bike',
    service: 'Chain',
    support: 'help@roadbook.example',
    link,
  },
  'tracker-removed': { firstName: 'Zoë', businessName: 'Zn.', entityName: 'Bike', support: 'help@roadbook.example', link },
  'tracker-elsewhere': { firstName: 'Zoë', businessName: 'Zn.', entityName: 'Bike', support: 'help@roadbook.example', link },
  'consent-given': {
    firstName: 'Zoë',
    businessName: 'Zn.',
    entityName: 'Bike',
    support: 'help@roadbook.example',
    link,
    expiresAt,
  },
  'location-disclosed': {
    firstName: 'Zoë',
    businessName: 'Zn.',
    entityName: 'Bike',
    change: 'link',
    support: 'help@roadbook.example',
    link,
    expiresAt,
  },
  'sender-dispute': {
    firstName: 'Zoë',
    imei: '356307080000001',
    trackerName: '356307080000001 · Spare 12 · Bike',
    change: 'undoneSince',
    networkName: '203.0.0.0/16',
    protocolName: 'osmand',
    beganAt: expiresAt,
    link,
  },
  'missing-moved': {
    firstName: 'Zoë',
    entityName: 'Bike',
    caseNumber: 'M-00042',
    change: 'now',
    link,
    startedAt: expiresAt,
    endedAt: expiresAt,
  },
  'csv-attached': { firstName: 'Zoë', listName: 'Bikes', rowCount: 12_345, link },
  'csv-ready': { firstName: 'Zoë', listName: 'Bikes', rowCount: 12_345, link, expiresAt },
  'report-attached': { ...REPORT },
  'report-ready': { ...REPORT, expiresAt },
  'insurances-ending': { firstName: 'Zoë', change: 'ended', rowCount: 2, vehiclesName: 'Bike 1, Bike 2', link },
  alert: {
    firstName: 'Zoë',
    change: 'late',
    entityName: 'Bike',
    businessName: 'Zn.',
    alertName: 'Leaves: Yard',
    ruleName: 'Yard',
    beganAt: expiresAt,
    link,
  },
  'alerts-digest': { firstName: 'Zoë', rowCount: 2, alertsName: 'Bike – Leaves: Yard; Van – Power cut', link },
  'webhook-off': { firstName: 'Zoë', webhookName: 'Leasing', businessName: 'Vendor', change: 'failing', link },
  'subscriptions-ending': { firstName: 'Zoë', change: 'week', rowCount: 2, vehiclesName: 'Bike 1, Bike 2', link },
}
const every = MAIL_TEMPLATES.flatMap((template) => LOCALES.map((locale) => [template, locale] as const))
const render = <T extends MailTemplate>(
  template: T,
  locale: (typeof LOCALES)[number],
  values: MailValues[T] = VALUES[template],
) => renderMail(template, locale, values)

describe('the texts of mails (R-017, G-96)', () => {
  const places = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  const texts: Record<string, Record<string, string>> = { nl, de, fr }

  it.each(['nl', 'de', 'fr'])('are complete in %s, with the same places, and were translated', (language) => {
    expect(Object.keys(texts[language] ?? {})).toEqual(Object.keys(en))
    for (const [key, text] of Object.entries(en)) {
      expect([key, places(texts[language]?.[key])]).toEqual([key, places(text)])
      expect(texts[language]?.[key]).not.toBe(text)
    }
  })

  it('belong each to a template', () => {
    const prefixes = new Set(Object.keys(en).map((key) => key.split('.')[0]))
    expect([...prefixes].filter((prefix) => prefix !== 'common').sort()).toEqual([...MAIL_TEMPLATES].sort())
  })
})

describe('a mail', () => {
  const ASKING = [
    'account-changed',
    'service-done',
    'tracker-removed',
    'tracker-elsewhere',
    'consent-given',
    'location-disclosed',
  ] as const
  it.each(ASKING)('names whom the operator named for help, and nobody else (%s)', (template) => {
    for (const locale of LOCALES) {
      expect(render(template, locale).text).toContain('help@roadbook.example')
      const { text } = render(template, locale, { ...VALUES[template], support: '' })
      expect(text).not.toMatch(/schreiben|schrijf|écrivez|write to|\{/)
      expect(text).toContain(
        mailText(locale, `${template}.noteAlone`, { changedBy: 'Ada', businessName: 'Zn.\u2060' }).slice(0, 30),
      )
    }
  })

  it('L6 carries nothing that a mail program makes a link of but its own link, whatever names say', () => {
    const names = [
      '<a href="http://evil.example">Click</a>',
      'www.evil.example',
      'Your account: evil.example/login',
      'a@evil.example',
    ]
    for (const invitedBy of names) {
      const { subject, text, html } = render('invitation-sign-in', 'en', {
        ...VALUES['invitation-sign-in'],
        firstName: invitedBy,
        invitedBy,
        businessName: invitedBy,
      })
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/evil\.example|www\.evil|:\/\/evil|<a href="http:\/\/evil|@evil/)
      expect(text.replaceAll('\u2060', '')).toContain('evil.example')
    }
    expect(render('invitation-sign-in', 'en', { ...VALUES['invitation-sign-in'], businessName: 'Fietsen & Zn.' }).text).toContain(
      'Fietsen & Zn.',
    )
  })

  it.each(every)(
    '%s in %s has a subject, the greeting by name, the link in both parts and no place left empty',
    (template, locale) => {
      const mail = render(template, locale)
      expect(mail.subject).not.toBe('')
      expect(mail.text).toContain('Zoë')
      expect(mail.text).toContain(link)
      expect(mail.html).toContain(`lang="${locale}"`)
      expect(mail.html).toContain('href="https://roadbook.example/x?a=1&amp;b=2"')
      expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\w+\}|undefined|NaN/)
    },
  )

  it.each(every)('%s in %s fetches nothing and runs nothing when it is opened', (template, locale) => {
    expect(render(template, locale).html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import|\son\w+=/i)
  })

  it('S12 shows what people typed as text, never as markup', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const { html } = render('invitation', 'en', { ...VALUES.invitation, firstName: evil, invitedBy: evil, businessName: evil })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  })

  it('shows a password exactly, to be typed or copied', () => {
    const { html, text } = render('temporary-password', 'fr')
    expect(text).toContain('\nk<3&"x\n')
    expect(html).toContain('>k&lt;3&amp;&quot;x</p>')
  })

  it('writes numbers and times as people of the language do, with the zone', () => {
    expect(render('csv-attached', 'de').text).toContain('12.345 Zeilen')
    expect(render('csv-attached', 'en').text).toContain('12,345 rows')
    expect(render('password-reset', 'de').text).toMatch(/1\. Juli 2026 um 12:30 MESZ/)
    expect(render('password-reset', 'nl').text).toMatch(/1 juli 2026 om 12:30 CEST/)
    expect(renderMail('password-reset', 'en', VALUES['password-reset'], 'UTC').text).toMatch(/1 July 2026 at 10:30 UTC/)
  })

  it.each([
    ['a line end', { invitedBy: 'Eve\r\nBcc: x@y.example' }],
    ['a line separator', { firstName: 'Eve\u2028' }],
    ['a script for a link', { link: 'javascript:alert(1)' }],
    ['a file for a link', { link: 'file:///etc/passwd' }],
  ])('S12 is refused with %s in it', (_what, wrong) => {
    expect(() => render('invitation', 'en', { ...VALUES.invitation, ...wrong })).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
  })
})

describe('names that are read from right to left (R-017)', () => {
  const values = { ...VALUES.alert, entityName: 'רכב 12 (א)', businessName: 'شركة 7', firstName: 'Zoë' }

  it.each(LOCALES)('are kept apart from the sentence around them, in %s', (locale) => {
    const { subject, text, html } = render('alert', locale, values)
    expect(subject).toContain('\u2068רכב 12 (א)\u2069')
    expect(text).toContain('\u2068רכב 12 (א)\u2069')
    expect(html).toContain('<bdi>רכב 12 (א)</bdi>')
    expect(html.slice(html.indexOf('<body'))).not.toMatch(/[\u2068\u2069]/u)
    expect(html).toContain('dir="ltr"')
    expect(html).not.toContain('<bdi>Zoë</bdi>')
  })

  it('stay whole where one stands in another', () => {
    const { html } = render('alert', 'en', { ...values, alertName: 'Leaves a geofence: \u2068חצר 3\u2069' })
    const [begins, ends] = ['<bdi>', '</bdi>'].map((tag) => html.split(tag).length)
    expect(begins).toBe(ends)
    expect(html).toContain('<bdi>חצר 3</bdi>')
  })
})
