import { html } from '@roadbook/platform'
import { layout, type PageContext } from './layout.js'

interface RecoveryCodes {
  email: string
  codes: readonly string[]
  /** Value of the field `step` that the form of the page sends. */
  step: 'done' | 'finish'
}

/** Page that shows the recovery codes once. Only their hashes are stored. */
export function recoveryCodesPage(context: PageContext, { email, codes, step }: RecoveryCodes): string {
  const { t, path } = context
  const file = `Roadbook ${email}\n\n${codes.join('\n')}\n`
  const content = html`
    <h1>${t('codes.title')}</h1>
    <p class="intro">${t('codes.intro')}</p>
    <form method="post" action="${path}">
      <input type="hidden" name="step" value="${step}" />
      <ol class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <div class="pair">
        <a class="button" download="roadbook-recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}"
          >${t('codes.download')}</a
        >
        <button class="button copy" type="button" hidden data-copy="${codes.join('\n')}" data-done="${t('codes.copied')}">
          ${t('codes.copy')}
        </button>
      </div>
      <button class="primary" type="submit">${t('codes.submit')}</button>
    </form>
  `
  return layout(context, t('codes.title'), content)
}
