import { escapeHtml } from '@roadbook/platform'
import type { Person } from './person.js'

/** File of an archive. */
export interface Listed {
  file: string
  holds: string
  /** Text that says what an erasure does with the rows of the file. */
  fate: string
  rows: number
}

/** Returns the page that explains an archive, as HTML. It needs no network. */
export function archivePage({ person, listed, at }: { person: Person; listed: readonly Listed[]; at: Date }): string {
  const names = [...person.users, ...person.customers].map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  const title = `Personal data of ${[...new Set(names)].join(', ') || person.values.join(', ')}`
  const rows = listed.map(
    ({ file, holds, rows: count, fate }) =>
      `<tr><td><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(file)}</a></td><td>${escapeHtml(holds)}</td><td>${count}</td><td>${escapeHtml(fate)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top}table{border-collapse:collapse}tr{border-bottom:1px solid #ccc}</style>
<h1>${escapeHtml(title)}</h1>
<p>Everything that this installation of Roadbook held about you on ${at.toISOString()}. It is your copy under articles 15 and 20 of the GDPR.</p>
<ul>
<li>Files that end in <code>.json</code> hold rows of the database, and files that end in <code>.csv</code> open in a spreadsheet. Times are in UTC, places in degrees.</li>
<li>Passwords, codes, keys and links are left out. So are the names of those who worked with your data, mails to others, and what others wrote about others in rows that you made: <code>activity.csv</code> lists that you made them.</li>
<li>Messages of trackers are also kept in a log for seven days. Their positions are those in the folder <code>positions</code>.</li>
<li>The last column says what happens when you ask to be erased (article 17).</li>
</ul>
<table><thead><tr><th>File</th><th>Content</th><th>Rows</th><th>When erased</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</html>
`
}
