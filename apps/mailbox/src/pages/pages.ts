import { html, type Html } from '@roadbook/platform'
import type { Email } from 'postal-mime'
import type { KeptPush, MailHead } from '../mail-store.js'

/** Mails per page of the list. */
export const PAGE_SIZE = 50

/**
 * @param root path prefix of the pages: the secret that opens them. If absent, the page links only to pages that need no
 * secret.
 */
const layout = (root: string | undefined, title: string, content: Html): string =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Roadbook mailbox</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>${root === undefined ? 'Roadbook mailbox' : html`<a href="${root}/">Roadbook mailbox</a>`}</header>
        <main>${content}</main>
      </body>
    </html>`.markup
  }`

const when = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ') + ' UTC'

/** Page of the mails sent on this machine, newest first. */
export function listPage(root: string, mails: readonly MailHead[], isFirst: boolean): string {
  const last = mails.at(-1)
  const row = ({ id, subject, envelope_to, received_at }: MailHead) =>
    html`<tr>
      <td class="when quiet"><time datetime="${received_at.toISOString()}">${when(received_at)}</time></td>
      <td><a href="${root}/mails/${id}">${subject || '(no subject)'}</a></td>
      <td class="to">${envelope_to.join(', ')}</td>
    </tr>`
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">Received</th>
        <th scope="col">Subject</th>
        <th scope="col" class="to">To</th>
      </tr>
    </thead>
    <tbody>
      ${mails.map(row)}
    </tbody>
  </table>`
  const nothing = html`<p class="quiet">${isFirst ? 'No mail was sent yet.' : 'There are no older mails.'}</p>`
  return layout(
    root,
    'Mails',
    html`<p class="quiet">These mails stayed on this machine. To send mails to their recipients, set SMTP_URL.</p>
      <p><a href="${root}/pushes">App notifications</a></p>
      ${mails.length > 0 ? table : nothing}
      ${last && mails.length === PAGE_SIZE && html`<p><a href="${root}/?before=${last.id}">Older mails</a></p>`}`,
  )
}

/** Maximum number of pushes on the page. */
export const PUSHES_SHOWN = 200

/** Page of the pushes that consumers' phones and browsers would show. The newest is first. */
export function pushesPage(root: string, pushes: readonly KeptPush[]): string {
  const row = ({ kind, address, title, body, sent_at }: KeptPush) =>
    html`<tr>
      <td class="when quiet"><time datetime="${sent_at.toISOString()}">${when(sent_at)}</time></td>
      <td><strong>${title}</strong><br />${body}</td>
      <td class="to">${kind === 'fcm' ? 'app' : 'browser'} ${address}</td>
    </tr>`
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">Sent</th>
        <th scope="col">App notification</th>
        <th scope="col" class="to">To</th>
      </tr>
    </thead>
    <tbody>
      ${pushes.map(row)}
    </tbody>
  </table>`
  return layout(
    root,
    'App notifications',
    html`<p class="quiet">
        These app notifications stayed on this machine. To send them to phones and browsers, set FCM_SERVICE_ACCOUNT and
        VAPID_PUBLIC_KEY.
      </p>
      ${pushes.length > 0 ? table : html`<p class="quiet">No app notification was sent yet.</p>`}`,
  )
}

/**
 * Page of one mail. It shows sender, recipients, subject, text, the HTML in a sandboxed frame, and attachments to download.
 */
export function mailPage(root: string, { id, envelope_from, envelope_to, received_at }: MailHead, mail: Email): string {
  const name = (index: number) => mail.attachments[index]?.filename ?? `attachment ${index + 1}`
  const attachments = mail.attachments.map(
    (_, index) => html`<li><a href="${root}/mails/${id}/attachments/${index}">${name(index)}</a></li>`,
  )
  return layout(
    root,
    mail.subject ?? '(no subject)',
    html`<section>
        <h1>${mail.subject || '(no subject)'}</h1>
        <dl>
          <dt>From</dt>
          <dd>${envelope_from}</dd>
          <dt>To</dt>
          <dd>${envelope_to.join(', ')}</dd>
          <dt>Received</dt>
          <dd>${when(received_at)}</dd>
        </dl>
      </section>
      ${
        attachments.length > 0 &&
        html`<section>
          <h2>Attachments</h2>
          <ul>
            ${attachments}
          </ul>
        </section>`
      }
      <section>
        <h2>Text</h2>
        <pre>${mail.text ?? '(none)'}</pre>
      </section>
      ${
        mail.html !== undefined &&
        html`<section>
          <h2>HTML</h2>
          <iframe title="The mail as HTML" sandbox="" referrerpolicy="no-referrer" src="${root}/mails/${id}/html"></iframe>
        </section>`
      }`,
  )
}

export const messagePage = (text: string): string => layout(undefined, text, html`<p>${text}</p>`)
