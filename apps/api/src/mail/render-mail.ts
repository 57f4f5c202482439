import { isolated } from '@roadbook/contracts/isolated'
import type { Locale } from '../texts/locale.js'
import { mailHtml } from './mail-html.js'
import type { MailParts } from './mail-parts.js'
import type { MailTemplate, MailValues } from './mail-templates.js'
import { mailText, type MailTextKey, type Places } from './mail-texts.js'
import { assertPrintable, assertWebLink } from './printable.js'

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/**
 * Renders a mail in the reader's language, as text and as HTML.
 * @throws Problem 422 when a value has control characters or a link is invalid
 */
export function renderMail<T extends MailTemplate>(
  template: T,
  locale: Locale,
  values: MailValues[T],
  timeZone = 'Europe/Amsterdam',
): RenderedMail {
  const places = fill(values, locale, timeZone)
  assertWebLink('link', values.link)
  const parts = partsOf(template, locale, values.link, withoutMarkup(places))
  return { subject: parts.subject, text: plainText(parts), html: mailHtml(partsOf(template, locale, values.link, places)) }
}

function partsOf(template: MailTemplate, locale: Locale, link: string, places: Places): MailParts {
  const say = (part: 'subject' | 'action' | 'note' | 'noteAlone') =>
    mailText(locale, `${template}.${part}` as MailTextKey, places)
  // A template may have several texts: one for each `change` that the mail can report.
  const text = `${template}.${places.change ?? 'text'}` as MailTextKey
  return {
    locale,
    subject: say('subject'),
    greeting: mailText(locale, 'common.greeting', places),
    text: mailText(locale, text, places),
    secret: places.password,
    action: { label: say('action'), link, hint: mailText(locale, 'common.linkHint', places) },
    // If there is no support address, the note at the end names no contact.
    note: say(places.support === '' ? 'noteAlone' : 'note'),
    footer: mailText(locale, 'common.footer', places),
  }
}

/** Formats the numbers and times among the values for the language. */
function fill(values: object, locale: Locale, timeZone: string): Places {
  const entries = Object.entries(values as Record<string, string | number>).map(([name, value]) => {
    if (typeof value === 'number') return [name, new Intl.NumberFormat(locale).format(value)]
    assertPrintable(name, value)
    if (name.endsWith('At')) return [name, moment(value, locale, timeZone)]
    return [name, IS_CHOSEN.test(name) ? isolated(unlinked(value)) : value]
  })
  return Object.fromEntries(entries) as Places
}

/** Names of values that users chose: names of persons, businesses, vehicles and services. */
const IS_CHOSEN = /Name$|By$|^service$/

/**
 * Prevents mail programs from turning a name such as `example.com` into a link. The reader would trust the link, because the
 * mail is from Roadbook. Inserts an invisible word joiner after each separator in the name.
 */
const unlinked = (name: string) => name.replace(/[.:@/](?=[\p{L}\p{N}/])/gu, '$&\u2060')

/** Removes text that looks like markup from the values of the plain-text version. The HTML version escapes markup instead. */
const withoutMarkup = (places: Places): Places =>
  Object.fromEntries(
    Object.entries(places).map(([name, value]) => [
      name,
      IS_CHOSEN.test(name) ? value.replaceAll('<', '‹').replaceAll('>', '›') : value,
    ]),
  )

const moment = (iso: string, locale: Locale, timeZone: string) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso))

const plainText = ({ greeting, text, secret, action, note, footer }: MailParts): string =>
  [greeting, text, secret, `${action.label}:\n${action.link}`, note, `-- \n${footer}`]
    .filter((part) => part !== undefined)
    .join('\n\n') + '\n'
