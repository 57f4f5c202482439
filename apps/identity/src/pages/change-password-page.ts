import { html, type Html } from '@roadbook/platform'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, type PasswordProblem } from '../passwords/password-rules.js'
import { cancelButton, field } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'
import type { Translate } from './texts.js'

export interface ChangePasswordFields {
  email: string
  error?: PasswordProblem | 'isOld' | undefined
  differs?: boolean
  /** Reason for choosing a password. The default reason is that the current one is temporary. */
  intro?: Html
  /** True when the user changes their own password. The page then asks for the current one first. */
  isOwn?: boolean
  currentError?: Html
  /** API tokens of the user, which the change can revoke as well. */
  apiTokens?: { count: number; isEnding: boolean }
  canCancel?: boolean
}

/** Page for replacing a temporary password during sign-in, and for changing one's own password. */
export function changePasswordPage(context: PageContext, fields: ChangePasswordFields): string {
  const { t, path } = context
  const content = html`
    <h1>${t('change.title')}</h1>
    <p class="intro">${fields.intro ?? t('change.intro')}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="step" value="change" />
      <input
        class="only-managers"
        type="email"
        autocomplete="username"
        value="${fields.email}"
        readonly
        tabindex="-1"
        aria-hidden="true"
      />
      ${
        fields.isOwn &&
        field(context, {
          name: 'password',
          label: t('change.current'),
          type: 'password',
          autocomplete: 'current-password',
          autofocus: true,
          maxLength: 1_024,
          error: fields.currentError,
        })
      }
      ${field(context, {
        name: 'new-password',
        label: t('change.new'),
        type: 'password',
        autocomplete: 'new-password',
        autofocus: !fields.isOwn,
        maxLength: 1_024,
        hint: t('change.hint', PASSWORD_MIN_LENGTH),
        error: fields.error && (fields.isOwn && fields.error === 'isOld' ? t('change.same') : passwordText(t, fields.error)),
      })}
      ${field(context, {
        name: 'repeat-password',
        label: t('change.repeat'),
        type: 'password',
        autocomplete: 'new-password',
        maxLength: 1_024,
        error: fields.differs ? t('change.differs') : undefined,
      })}
      ${fields.apiTokens && fields.apiTokens.count > 0 && apiTokensBox(t, fields.apiTokens)}
      <button class="primary" type="submit">${t('change.submit')}</button>
      ${fields.canCancel && cancelButton(context)}
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('change.title'), content)
}

const apiTokensBox = (t: Translate, { count, isEnding }: { count: number; isEnding: boolean }) =>
  html`<label class="check"
    ><input type="checkbox" name="end-api-tokens" value="yes" ${isEnding && html`checked`} /><span
      >${t('change.endApiTokens', count)}</span
    ></label
  >`

/** Returns the text for a refused password. */
export function passwordText(t: Translate, problem: PasswordProblem | 'isOld'): Html {
  const limits = { tooShort: PASSWORD_MIN_LENGTH, tooLong: PASSWORD_MAX_LENGTH, isEmail: 0, tooCommon: 0, breached: 0, isOld: 0 }
  return t(`password.${problem}`, limits[problem])
}
