import { html, type Html } from '@roadbook/platform'
import type { Language, Theme } from '../http/preferences.js'
import { Assets } from './assets.js'
import { lifeBuoyIcon, moonIcon, sunIcon } from './icons.js'
import { LANGUAGE_NAMES, LANGUAGES, translator, type Translate } from './texts.js'

/** Reader's preferences and the address of a page. */
export interface PageContext {
  language: Language
  theme: Theme | undefined
  /** Path to return to after the reader has switched language or theme. */
  path: string
  portalUrl: string
  support: { email: string; phone: string }
  t: Translate
}

export const pageContext = (context: Omit<PageContext, 't'>): PageContext => ({ ...context, t: translator(context.language) })

const assets = new Assets()
export const findAsset = (path: string) => assets.find(path)

/** Renders a whole page. The card with `content` is at the left. From a width of 900 px on, the map is at the right. */
export function layout(context: PageContext, title: Html, content: Html): string {
  const { language, theme, t } = context
  return `<!doctype html>${
    html`<html lang="${language}" ${theme && html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <title>${title} · Roadbook</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${assets.url('logo-mark.svg')}" type="image/svg+xml" />
        <link rel="preload" href="${assets.url('inter-latin.woff2')}" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${assets.url('identity.css')}" />
        <script src="${assets.url('identity.js')}" defer></script>
      </head>
      <body>
        <div class="page">
          <header class="brand">
            <img src="${assets.url('logo-mark.svg')}" width="32" height="32" alt="" /><span>Roadbook</span>
          </header>
          <main class="content">${content}</main>
          <footer class="switches">${languageSwitch(context)} ${themeSwitch(context)}</footer>
        </div>
        <aside class="panel">
          <img class="city" src="${assets.url('city-map.svg')}" alt="" />
          ${assets.markup('city-trip.svg')}
          <p class="slogan">${t('common.slogan')}</p>
        </aside>
      </body>
    </html>`.markup
  }`
}

const languageSwitch = ({ language, path, t }: PageContext) =>
  html` <nav class="languages" aria-label="${t('common.language')}">
    ${LANGUAGES.map(
      (each) =>
        html`<a href="${path}?ui_locales=${each}" lang="${each}" ${each === language && html`aria-current="true"`}
          >${LANGUAGE_NAMES[each]}</a
        >`,
    )}
  </nav>`

/** Renders both theme switches. The style sheet shows only the one for the theme that is not shown now. */
const themeSwitch = ({ path, t }: PageContext) =>
  html` <div class="themes">
    <a class="to-dark" href="${path}?theme=dark" aria-label="${t('common.nightMode')}" title="${t('common.nightMode')}"
      >${moonIcon}</a
    >
    <a class="to-light" href="${path}?theme=light" aria-label="${t('common.dayMode')}" title="${t('common.dayMode')}"
      >${sunIcon}</a
    >
  </div>`

/** Renders the support contact that the operator has configured. */
export function supportLine({ support, t }: Pick<PageContext, 'support' | 't'>): Html {
  if (!support.phone && !support.email) return html``
  const phone = html`<a href="tel:${support.phone.replace(/[^+\d]/g, '')}">${support.phone.replaceAll(' ', '\u00a0')}</a>`
  const email = html`<a href="mailto:${support.email}">${support.email}</a>`
  const said = !support.email
    ? t('common.supportPhone', phone)
    : !support.phone
      ? t('common.supportEmail', email)
      : t('common.support', phone, email)
  return html`<hr />
    <div class="support">
      ${lifeBuoyIcon}
      <p>${said}</p>
    </div>`
}
