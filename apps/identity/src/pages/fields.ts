import { html, type Html } from '@roadbook/platform'
import { alertIcon, eyeIcon, eyeOffIcon } from './icons.js'
import type { PageContext } from './layout.js'

export interface FieldOptions {
  name: string
  label: Html
  type?: 'text' | 'email' | 'password'
  value?: string
  autocomplete: string
  autofocus?: boolean
  hint?: Html
  error?: Html | undefined
  /** Content at the right of the label. */
  aside?: Html
  maxLength?: number
  /** True for digits only. A phone then opens the numeric keypad. */
  isNumeric?: boolean
}

/**
 * Labelled text field. If scripts run, a password field has a button to show the password. The value of a password field is
 * never returned in a page.
 */
export function field(context: PageContext, options: FieldOptions): Html {
  const { name, label, type = 'text', value = '', autocomplete, error, aside, maxLength = 254 } = options
  // The error replaces the hint, because it repeats the hint's content.
  const hint = error ? undefined : options.hint
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const describing = described && html`aria-describedby="${described}"`
  const input = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    ${type !== 'password' && html`value="${value}"`}
    autocomplete="${autocomplete}"
    maxlength="${maxLength}"
    required
    ${(type !== 'text' || options.isNumeric) && html`autocapitalize="none" spellcheck="false"`}
    ${options.isNumeric && html`inputmode="numeric"`}
    ${options.autofocus && html`autofocus`}
    ${error && html`aria-invalid="true"`}
    ${describing || undefined}
  />`
  return html`<div class="field">
    <div class="label"><label for="${name}">${label}</label>${aside}</div>
    ${type === 'password' ? html`<div class="secret">${input}${revealButton(context, name)}</div>` : input}
    ${error && html`<p class="field-error" id="${name}-error">${alertIcon(14)}<span>${error}</span></p>`}
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

const revealButton = ({ t }: PageContext, name: string) =>
  html` <button
    class="reveal"
    type="button"
    hidden
    aria-controls="${name}"
    aria-pressed="false"
    aria-label="${t('common.showPassword')}"
    data-show="${t('common.showPassword')}"
    data-hide="${t('common.hidePassword')}"
    title="${t('common.showPassword')}"
  >
    ${eyeIcon}${eyeOffIcon}
  </button>`

/** Message above a form. */
export const formError = ({ t }: PageContext, message: Html | undefined) =>
  message &&
  html`<div class="alert" role="alert">
    ${alertIcon(16)}
    <p><span class="only-spoken">${t('common.error')}: </span>${message}</p>
  </div>`

/** Button that leaves the page without changing anything. */
export const cancelButton = ({ t }: PageContext) =>
  html`<button class="button" type="submit" name="cancel" value="yes">${t('action.cancel')}</button>`
