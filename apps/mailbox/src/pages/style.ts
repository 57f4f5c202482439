/** Style sheet of the mailbox. It follows the system's light or dark theme. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2530; --quiet: #5b6673; --ground: #f4f6f8; --card: #fff; --line: #e3e7ec; --accent: #0B5D6B }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --quiet: #9aa6b4; --ground: #10161d; --card: #1a222b; --line: #2c3742; --accent: #6FC3CF }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 960px; margin: 0 auto; padding: 16px }
header a { color: inherit; font-size: 20px; font-weight: 700; text-decoration: none }
p.quiet, dt, td.quiet { color: var(--quiet) }
a { color: var(--accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
section, table { width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 10px }
section { padding: 16px; margin-bottom: 16px }
table { border-collapse: separate; border-spacing: 0 }
th, td { padding: 10px 14px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { color: var(--quiet); font-weight: 600 }
tr + tr td, tbody tr td { border-top: 1px solid var(--line) }
td.when { white-space: nowrap }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
h1 { font-size: 20px; margin: 0 0 12px; overflow-wrap: anywhere }
h2 { font-size: 15px; margin: 0 0 8px }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
iframe { width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 8px; background: #fff }
@media (max-width: 640px) { td.to, th.to { display: none } iframe { height: 420px } }
`
