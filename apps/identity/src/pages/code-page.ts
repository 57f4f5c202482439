import { html, type Html } from '@roadbook/platform'
import { field } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'

interface CodeFields {
  /** True to ask for a recovery code instead of the app's code. */
  isRecovery: boolean
  error?: Html
}

/** Page for the second step, after the password. */
export function codePage(context: PageContext, { isRecovery, error }: CodeFields): string {
  const { t, path } = context
  const label = isRecovery ? t('code.recoveryLabel') : t('code.label')
  const content = html`
    <h1>${t('code.title')}</h1>
    <p class="intro">${isRecovery ? t('code.recoveryIntro') : t('code.intro')}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="step" value="code" />
      <input type="hidden" name="kind" value="${isRecovery ? 'recovery' : 'app'}" />
      ${field(context, {
        name: 'code',
        label,
        autocomplete: isRecovery ? 'off' : 'one-time-code',
        autofocus: true,
        isNumeric: !isRecovery,
        maxLength: 60,
        error,
      })}
      <button class="primary" type="submit">${t('code.submit')}</button>
      <p class="otherwise">
        <a href="${path}${isRecovery ? '' : '?recovery'}">${isRecovery ? t('code.useApp') : t('code.useRecovery')}</a>
      </p>
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('code.title'), content)
}
